"""Small tables in the style of well-known public ones: their headers, with generated rows.

Each line of `TABLES` is a table: its label, its positive value ("" where it stays open, "threshold"
for a quantity), and its columns in their order, each with what it holds: "i" a counter, "n" a
number with a fraction, "k" a count, or values with / between them; "?" among them is a gap.
"""

import numpy as np
import pandas as pd

N = 80

TABLES = {
    "titanic": (
        "Survived",
        "1",
        "PassengerId i Survived 0/1 Pclass 1/2/3 Name t Sex male/female Age n SibSp k Parch k "
        "Ticket t Fare n Cabin t Embarked S/C/Q/?",
    ),
    "titanic of seaborn": (
        "survived",
        "1",
        "survived 0/1 pclass 1/2/3 sex male/female age n fare n embarked S/C/Q/? "
        "class First/Second/Third who man/woman/child adult_male True/False alive no/yes "
        "alone True/False",
    ),
    "attrition": (
        "Attrition",
        "Yes",
        "Age n Attrition Yes/No BusinessTravel Rare/Often/No Department Sales/HR/RD Gender "
        "Female/Male MonthlyIncome n Over18 Y OverTime Yes/No JobLevel 1/2/3/4/5 "
        "YearsWithCurrManager k",
    ),
    "readmission": (
        "readmitted",
        "",
        "encounter_id i patient_nbr i race Caucasian/Other/? gender Female/Male age n "
        "time_in_hospital k change Ch/No diabetesMed Yes/No readmitted NO/>30/<30",
    ),
    "penguins": (
        "species",
        "",
        "species Adelie/Gentoo/Chinstrap island Biscoe/Dream/Torgersen bill_length_mm n "
        "body_mass_g n sex male/female/?",
    ),
    "iris": ("species", "", "sepal_length n sepal_width n petal_length n species a/b/c"),
    "credit approval": (
        "Approved",
        "1",
        "Gender 0/1 Age n Debt n Married 0/1 Ethnicity White/Black/Asian YearsEmployed n "
        "PriorDefault 0/1 Employed 0/1 CreditScore k Approved 0/1 Income n",
    ),
    "telco churn": (
        "Churn",
        "Yes",
        "customerID i gender Female/Male SeniorCitizen 0/1 Partner Yes/No tenure k "
        "Contract Month/Year PaperlessBilling Yes/No TotalCharges n Churn No/Yes",
    ),
    "churn of a bank": (
        "Exited",
        "1",
        "RowNumber i CustomerId i Surname t CreditScore k Geography France/Spain Gender "
        "Female/Male Age n HasCrCard 0/1 Exited 0/1 EstimatedSalary n",
    ),
    "credit default": (
        "default payment next month",
        "1",
        "ID i LIMIT_BAL n SEX 1/2 EDUCATION 1/2/3/4 MARRIAGE 1/2/3 AGE k PAY_0 k "
        "default payment next month 0/1",
    ),
    "default of ISLR": ("default", "Yes", "default No/Yes student No/Yes balance n income n"),
    "marketing response": (
        "Response",
        "1",
        "ID i Year_Birth k Education PhD/Basic/Master Income n Kidhome 0/1 Complain 0/1 "
        "AcceptedCmp1 0/1 Response 0/1 Z_Revenue n",
    ),
    "adult": (
        "income",
        ">50K",
        "age n workclass Private/Gov/? education HS/BA/MA race White/Black sex Female/Male "
        "capital-gain n hours-per-week k income <=50K/>50K",
    ),
    "pima": ("Outcome", "1", "Pregnancies k Glucose n BMI n Age k Outcome 0/1"),
    "heart": (
        "num",
        "",
        "age n sex 0/1 cp 1/2/3/4 chol n fbs 0/1 exang 0/1 thalach n num 0/1/2/3/4",
    ),
    "heart of 2020": (
        "HeartDisease",
        "Yes",
        "HeartDisease Yes/No BMI n Smoking Yes/No Stroke Yes/No Sex Female/Male Race White/Black "
        "Diabetic Yes/No SkinCancer Yes/No",
    ),
    "bank": (
        "y",
        "yes",
        "age n job a/b/c default no/yes housing no/yes loan no/yes duration n poutcome x/z/w "
        "y no/yes",
    ),
    "mushroom": (
        "class",
        "p",
        "class e/p cap-shape b/c/x bruises t/f odor a/l/n gill-size b/n habitat d/g/l",
    ),
    "breast cancer": ("diagnosis", "M", "id i diagnosis B/M radius_mean n area_worst n"),
    "hotel": (
        "is_canceled",
        "1",
        "hotel City/Resort is_canceled 0/1 lead_time k deposit_type No/Refund "
        "is_repeated_guest 0/1 adr n reservation_status Check-Out/Canceled/No-Show",
    ),
    "german credit": (
        "Risk",
        "good",
        "Age n Sex female/male Job 0/1/2/3 Housing own/rent/free Credit amount n Duration k "
        "Purpose car/tv/other Risk bad/good",
    ),
    "recidivism": (
        "two_year_recid",
        "1",
        "id i sex Female/Male race African-American/Caucasian age k decile_score k "
        "score_text Low/Medium/High two_year_recid 0/1",
    ),
    "house prices": (
        "medv",
        "threshold",
        "crim n zn n chas 0/1 rm n age n rad 1/2/3 ptratio n medv n",
    ),
    "insurance": (
        "charges",
        "threshold",
        "age k sex female/male bmi n children 0/1/2/3 smoker yes/no region ne/nw/se charges n",
    ),
    "stroke": (
        "stroke",
        "1",
        "id i gender Male/Female age n hypertension 0/1 heart_disease 0/1 bmi n stroke 0/1",
    ),
    "nobody's name": ("a9", "1", "a1 x/z/? a2 n a3 n a4 g/p/gg a5 t/f a9 0/1"),
}


def table(columns: str) -> pd.DataFrame:
    """Return the generated rows of a table."""
    rng = np.random.default_rng(0)
    # A name may hold blanks: what is no kind of values belongs to the name of the next column.
    found: dict[str, list[str]] = {}
    name: list[str] = []
    for word in columns.split():
        if name and (word in "inkt" or "/" in word or word == "Y"):
            found[" ".join(name)] = _cells(word, rng)
            name = []
        else:
            name.append(word)
    assert not name, name
    return pd.DataFrame(found)


def _cells(kind: str, rng: np.random.Generator) -> list[str]:
    if kind == "i":
        return [str(1_000 + row) for row in range(N)]
    if kind == "n":
        return [f"{value:.3f}" for value in rng.normal(40, 9, N)]
    if kind == "k":
        return [str(value) for value in rng.integers(0, 60, N)]
    if kind == "t":
        return [f"text of number {row}" for row in range(N)]
    values = kind.split("/")
    return [values[row % len(values)] for row in rng.permutation(N)]
