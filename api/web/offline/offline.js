// The page that stands in for one that could not be loaded: says why, and asks again until the table answers.

const AGAIN_MS = 1500;
const ANSWER_MS = 5000;
const KEPT = "jantaku.language"; // as in shared/words.js, which needs the table

/** @typedef {Record<string, string>} Sentences */

/**
 * The best of the languages that the sentences come in.
 * @param {Record<string, Sentences>} all
 */
function languageOf(all) {
  const wishes = [localStorage.getItem(KEPT) ?? "", ...navigator.languages];
  return wishes.map((wish) => matching(wish, Object.keys(all))).find(Boolean) ?? "en";
}

/**
 * @param {string} wish
 * @param {string[]} ours
 */
function matching(wish, ours) {
  if (ours.includes(wish)) return wish;
  const { language, script } = wish ? new Intl.Locale(wish).maximize() : {};
  return ours.find((each) => each === language || each === `${language}-${script}`);
}

/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {Sentences} words */
function show(words) {
  const away = navigator.onLine ? "table" : "network";
  place("title").textContent = words["offline.title"];
  place("why").textContent = words[`offline.${away}`];
  place("remedy").textContent = words[`offline.${away}.remedy`];
  // A certificate of another authority looks to a page like a table that is off. The guide is served plainly at the
  // same address: over https the browser would not open it, and the service worker would put this page in its place.
  place("certificate").textContent = words["offline.certificate"];
  place("trust").textContent = words["offline.trust"];
  const plain = new URL("/trust", location.href);
  plain.protocol = "http:";
  place("trust").setAttribute("href", plain.href);
  place("untrusted").hidden = away !== "table" || location.protocol !== "https:";
  const again = place("again");
  again.textContent = words["offline.again"];
  again.hidden = false;
}

/** Any answer of the table will do: what is wrong with it, its own page says better. */
async function answers() {
  const request = fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) });
  return request.then(
    () => true,
    () => false,
  );
}

async function follow() {
  if (await answers()) location.reload();
  else setTimeout(follow, AGAIN_MS);
}

const all = await fetch(new URL("../words/offline.json", import.meta.url)).then((answer) => answer.json());
const language = languageOf(all);
document.documentElement.lang = language;
show(all[language]);
place("again").addEventListener("click", () => location.reload());
for (const change of ["online", "offline"]) addEventListener(change, () => show(all[language]));
follow();
