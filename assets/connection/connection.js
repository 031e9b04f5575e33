/* Shows the notice in the page (server/notices/connection.py) where Streamlit finds no server: when
   all that the page names has come or failed, and a websocket of our own is refused as well. */

const FIRST = 4000; // ms from then until we look: most pages are connected by then
const AGAIN = 5000; // ms until we look again, for as long as the page stays
const LONGEST = 30000; // ms until a websocket that is neither opened nor refused counts as refused

const isConnected = () =>
  document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState === "CONNECTED";
const below = (path) => new URL(path, location.href);

/** Tell whether the server opens a websocket to us; it is closed at once. */
function opens() {
  const address = below("_stcore/stream");
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address, ["streamlit"]);
  return new Promise((tell) => {
    socket.onopen = () => tell(true);
    socket.onerror = () => tell(false);
    setTimeout(() => tell(false), LONGEST);
  }).finally(() => socket.close());
}

/** Return what the server says of pages that come from our address, if it refuses them. */
async function refusal() {
  // A browser sends with a POST where it comes from, as it does with a websocket.
  const answer = await fetch(below("_stcore/health"), { method: "POST" }).catch(() => null);
  return answer?.status === 421 ? answer.text() : "";
}

async function look() {
  const notice = document.getElementById("unconnected");
  if (isConnected()) return notice.remove();
  if (!notice.classList.contains("shown") && !(await opens())) {
    document.getElementById("unconnected-why").textContent = await refusal();
    if (!isConnected()) notice.classList.add("shown");
  }
  setTimeout(look, AGAIN);
}

const begin = () => setTimeout(look, FIRST);
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
