// Requests and the live stream. The page keeps no truth of its own: it shows the last snapshot and says when that is
// old.

import { currentLanguage, localNames } from "./words.js";

/** @import { Problem } from "./types.js" */

const ANSWER_MS = 10000;
const PING_MS = 5000; // the service says something at least so often: PING_SECONDS in api/http/event_stream.py
const LATE_MS = 2000; // a busy table and a weak Wi-Fi
/** Without news for so long, two pings are due: what is shown may be old. */
export const OLD_MS = 2 * PING_MS;
const SILENT_MS = OLD_MS + LATE_MS;
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 1500; // a table that restarts is back in some three seconds, and so is its display

/** An answer that was no success, as problem details; `status` 0 when the service could not be reached. */
export class ProblemError extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? String(status));
    this.status = status;
    this.problem = problem;
  }
}

/** Says "refused" when the service would not answer this device: what it may do may have changed. */
export const refusals = new EventTarget();

/**
 * @param {"GET" | "POST"} method
 * @param {string} path below /api/v1
 * @param {object} [body]
 * @param {number} [longest] milliseconds until it is given up
 * @returns {Promise<any>} the JSON of the answer; its type is the caller's to name
 */
async function ask(method, path, body, longest = ANSWER_MS) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": currentLanguage() };
  if (body) headers["Content-Type"] = "application/json";
  const content = body && JSON.stringify(body);
  const within = AbortSignal.timeout(longest);
  const unreachable = () => {
    throw new ProblemError(0, { code: "unreachable" });
  };
  const answer = await fetch(`/api/v1${path}`, { method, headers, body: content, signal: within }).catch(unreachable);
  // An answer whose end is lost says as little as none: what it was is not known.
  if (answer.ok) return answer.text().then(parsed).catch(unreachable);
  if (answer.status === 401 || answer.status === 403) refusals.dispatchEvent(new Event("refused"));
  throw new ProblemError(answer.status, await answer.json().catch(() => ({})));
}

/**
 * JSON, with the names that nobody gave in the reader's language.
 * @param {string} text
 */
const parsed = (text) => (text.includes("#") ? JSON.parse(text, localNames) : JSON.parse(text));

/**
 * Whether the service answered, so that the command is over. Unanswered, the same id asks for the same command.
 * @param {ProblemError} error
 */
export const answered = (error) => error.status > 0 && error.status !== 503;

/** @param {string} path */
export const get = (path) => ask("GET", path);

/**
 * @param {string} path
 * @param {object} body
 * @param {number} [longest] milliseconds until it is given up
 */
export const post = (path, body, longest) => ask("POST", path, body, longest);

/** A random id for a command, also on pages served without TLS, where crypto.randomUUID does not exist. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * Follows a stream for ever: reconnects with back-off, and treats a silent stream as a broken one.
 * `listeners`: functions of the data, by the name of a message; `onState(connected)` is called when the line comes and
 * goes.
 */
export class Live {
  /**
   * @param {string} path below /api/v1
   * @param {Record<string, (data: any) => void>} listeners
   * @param {(connected: boolean) => void} onState
   */
  constructor(path, listeners, onState) {
    this.path = path;
    this.listeners = listeners;
    this.onState = onState;
    this.wait = FIRST_WAIT_MS;
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** When something was heard last, by the wall's clock: timers stand still while a device sleeps. */
    this.heard = Date.now();
    this.connect();
    // A page that comes back to the front does not sit out a long pause, nor trust a line that slept with it.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && (!this.source || Date.now() - this.heard > PING_MS + LATE_MS)) this.connect();
    });
  }

  connect() {
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource(`/api/v1${this.path}`);
    this.source = source;
    source.onerror = () => {
      // Closed for good: the service has answered, but with no stream.
      if (source.readyState === EventSource.CLOSED) refusals.dispatchEvent(new Event("refused"));
      this.lost();
    };
    for (const name of [...Object.keys(this.listeners), "ping"]) {
      source.addEventListener(name, (event) => this.received(name, event));
    }
    this.expect();
  }

  /**
   * @param {string} name
   * @param {MessageEvent<string>} event
   */
  received(name, event) {
    this.wait = FIRST_WAIT_MS;
    this.heard = Date.now();
    this.expect();
    this.onState(true);
    this.listeners[name]?.(parsed(event.data));
  }

  expect() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lost(), SILENT_MS);
  }

  /** No longer, until `connect` is called. */
  close() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  lost() {
    this.close();
    this.onState(false);
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, MOST_WAIT_MS);
  }
}
