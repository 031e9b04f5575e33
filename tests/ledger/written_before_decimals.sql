BEGIN TRANSACTION;
CREATE TABLE ledger_entries (
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	ticket VARCHAR(200), 
	body TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	document TEXT, 
	PRIMARY KEY (number), 
	UNIQUE (ticket, kind)
);
INSERT INTO "ledger_entries" VALUES(1,'open',NULL,'{"data_set":"clinic","delta":0.0,"epsilon":0.3,"kind":"open","n":100,"number":1,"parts":[],"previous":"0000000000000000000000000000000000000000000000000000000000000000","records_per_person":1,"ticket":null}','11a2f9054f7b6d3301d01304dff6d90148bb4a00ba3812b72bfa6c0a528cd948',NULL);
INSERT INTO "ledger_entries" VALUES(2,'open',NULL,'{"data_set":"Klinik S\u00fcd","delta":1e-06,"epsilon":1.0,"kind":"open","n":1000,"number":2,"parts":["north","south"],"previous":"11a2f9054f7b6d3301d01304dff6d90148bb4a00ba3812b72bfa6c0a528cd948","records_per_person":1,"ticket":null}','1c45f0ecbe001f931128c2d1771e0d9ab8cbc00293c73758097ca1df135e1079',NULL);
INSERT INTO "ledger_entries" VALUES(3,'open',NULL,'{"data_set":"visits","delta":0.0,"epsilon":1.0,"kind":"open","n":500,"number":3,"parts":[],"previous":"1c45f0ecbe001f931128c2d1771e0d9ab8cbc00293c73758097ca1df135e1079","records_per_person":3,"ticket":null}','b5ba60782a9f3dca2c546417cd7d45eea40f23cde2c9fa68a63b46d094036630',NULL);
INSERT INTO "ledger_entries" VALUES(4,'charge','first','{"data_set":"clinic","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":4,"part":null,"previous":"b5ba60782a9f3dca2c546417cd7d45eea40f23cde2c9fa68a63b46d094036630","ticket":"first","time":"2026-11-25T23:47:22+00:00","what":"a model"}','b5c452b39964d55d1449984eee7f8518a7e9441e3e8c77133c7cae541c15d155',NULL);
INSERT INTO "ledger_entries" VALUES(5,'settle','first','{"document_hash":"0586acffe6655919b1b61aebedd7123237c9d795bfee2688c6b5b74fc61db355","kind":"settle","number":5,"previous":"b5c452b39964d55d1449984eee7f8518a7e9441e3e8c77133c7cae541c15d155","ticket":"first","time":"2026-11-25T23:47:22+00:00"}','0fa6307d467aee0f221c6960e674f0938595fcc594f93b2e4c7f9f339b4d57a5','the model ☃');
INSERT INTO "ledger_entries" VALUES(6,'charge','second','{"data_set":"clinic","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":6,"part":null,"previous":"0fa6307d467aee0f221c6960e674f0938595fcc594f93b2e4c7f9f339b4d57a5","ticket":"second","time":"2026-11-25T23:47:22+00:00","what":"a model"}','9ed7f14a892f89e9399bc21c7cc3beb7ac1a07968a3a69bc4fed95824d4868d2',NULL);
INSERT INTO "ledger_entries" VALUES(7,'charge','north','{"data_set":"Klinik S\u00fcd","delta":4e-07,"epsilon":0.25,"kind":"charge","mechanism":"output","number":7,"part":"north","previous":"9ed7f14a892f89e9399bc21c7cc3beb7ac1a07968a3a69bc4fed95824d4868d2","ticket":"north","time":"2026-11-25T23:47:22+00:00","what":"a model"}','e491e61a0b9d43bfbcb1b2e926ae2b80a5abafc6c84b957945c0de361fc2facc',NULL);
INSERT INTO "ledger_entries" VALUES(8,'charge','south','{"data_set":"Klinik S\u00fcd","delta":6e-07,"epsilon":0.7,"kind":"charge","mechanism":"output","number":8,"part":"south","previous":"e491e61a0b9d43bfbcb1b2e926ae2b80a5abafc6c84b957945c0de361fc2facc","ticket":"south","time":"2026-11-25T23:47:22+00:00","what":"a model"}','668a57826dfaa290f1a8011bd5a1d7b055636a21e59c5760363372c0760c9a96',NULL);
INSERT INTO "ledger_entries" VALUES(9,'charge','visit 0','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":9,"part":null,"previous":"668a57826dfaa290f1a8011bd5a1d7b055636a21e59c5760363372c0760c9a96","ticket":"visit 0","time":"2026-11-25T23:47:22+00:00","what":"a model"}','0158c621ccb577ca9d9360d7b01c3ca939783ab604d4b8a9513e2f3692aa3716',NULL);
INSERT INTO "ledger_entries" VALUES(10,'charge','visit 1','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":10,"part":null,"previous":"0158c621ccb577ca9d9360d7b01c3ca939783ab604d4b8a9513e2f3692aa3716","ticket":"visit 1","time":"2026-11-25T23:47:22+00:00","what":"a model"}','ed4c2cd8131a345d819baa5047fbec7dc84a52f62cc8a1da14c884a79f8b92fb',NULL);
INSERT INTO "ledger_entries" VALUES(11,'charge','visit 2','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":11,"part":null,"previous":"ed4c2cd8131a345d819baa5047fbec7dc84a52f62cc8a1da14c884a79f8b92fb","ticket":"visit 2","time":"2026-11-25T23:47:22+00:00","what":"a model"}','d92c0b01b6aed2f0ccc9fead44e1bd4e5f4b45ed03a9d72b91db18fc96161516',NULL);
INSERT INTO "ledger_entries" VALUES(12,'charge','visit 3','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":12,"part":null,"previous":"d92c0b01b6aed2f0ccc9fead44e1bd4e5f4b45ed03a9d72b91db18fc96161516","ticket":"visit 3","time":"2026-11-25T23:47:22+00:00","what":"a model"}','5db14563136a458b571fd4b6be56cb912c28bc46a6ea348747308ead9471c737',NULL);
INSERT INTO "ledger_entries" VALUES(13,'charge','visit 4','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":13,"part":null,"previous":"5db14563136a458b571fd4b6be56cb912c28bc46a6ea348747308ead9471c737","ticket":"visit 4","time":"2026-11-25T23:47:22+00:00","what":"a model"}','952f328e34b79f06484661374ee7863d57701636349e53ac9cc3ff1cc7e6bc2b',NULL);
INSERT INTO "ledger_entries" VALUES(14,'charge','visit 5','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":14,"part":null,"previous":"952f328e34b79f06484661374ee7863d57701636349e53ac9cc3ff1cc7e6bc2b","ticket":"visit 5","time":"2026-11-25T23:47:22+00:00","what":"a model"}','312b71429b9e3b0ba00f19da5ba4c9b158567084b168d4aa2717377d037aaa1f',NULL);
INSERT INTO "ledger_entries" VALUES(15,'charge','visit 6','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":15,"part":null,"previous":"312b71429b9e3b0ba00f19da5ba4c9b158567084b168d4aa2717377d037aaa1f","ticket":"visit 6","time":"2026-11-25T23:47:22+00:00","what":"a model"}','a89eb05038ff66dcde49f440a3d0607d7e3e9979ed0a544ddd96b4f68b2960d1',NULL);
INSERT INTO "ledger_entries" VALUES(16,'charge','visit 7','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":16,"part":null,"previous":"a89eb05038ff66dcde49f440a3d0607d7e3e9979ed0a544ddd96b4f68b2960d1","ticket":"visit 7","time":"2026-11-25T23:47:22+00:00","what":"a model"}','38c42fc6c04ad02d9db415c55925ee4ec436c1b9cc6cc0929c5af9e474528a3a',NULL);
INSERT INTO "ledger_entries" VALUES(17,'charge','visit 8','{"data_set":"visits","delta":0.0,"epsilon":0.1,"kind":"charge","mechanism":"output","number":17,"part":null,"previous":"38c42fc6c04ad02d9db415c55925ee4ec436c1b9cc6cc0929c5af9e474528a3a","ticket":"visit 8","time":"2026-11-25T23:47:22+00:00","what":"a model"}','db25b221035f7219ee1cfe7f2010449d34b8fc5344bc8d3ef3edf40b14ab0bef',NULL);
CREATE TABLE ledger_head (
	id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "ledger_head" VALUES(1,1,17,'db25b221035f7219ee1cfe7f2010449d34b8fc5344bc8d3ef3edf40b14ab0bef');
COMMIT;
