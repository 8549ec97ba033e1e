// Requests and the live stream. The page keeps no truth of its own: it shows the last snapshot and says when that is old.

import { currentLanguage } from "./words.js";

const SILENT_MS = 12000; // the service says something at least every five seconds
const MOST_WAIT_MS = 8000;

/** An answer that was no success, as problem details; `status` 0 when the service could not be reached. */
export class ProblemError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? String(status));
    this.status = status;
    this.problem = problem;
  }
}

export async function ask(method, path, body) {
  const headers = { "Accept-Language": currentLanguage() };
  if (method !== "GET") headers["Content-Type"] = "application/json";
  const content = method === "GET" ? undefined : JSON.stringify(body ?? {});
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, { method, headers, body: content, signal: AbortSignal.timeout(10000) });
  } catch {
    throw new ProblemError(0, { code: "unreachable" });
  }
  const reply = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ProblemError(answer.status, reply);
  return reply;
}

/** Whether the service answered, so that the command is over. Unanswered, the same id asks for the same command. */
export const answered = (error) => error.status > 0 && error.status !== 503;

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);

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
 * `hear` maps event names to functions of (data, id); `onState(connected)` tells when the line comes and goes.
 */
export class Live {
  constructor(path, hear, onState) {
    Object.assign(this, { path, hear, onState, wait: 500, lastId: null });
    this.connect();
    // A page that comes back to the front does not sit out a long pause.
    document.addEventListener("visibilitychange", () => { if (!document.hidden && !this.source) this.connect(); });
  }

  connect() {
    clearTimeout(this.timer);
    this.source?.close();
    const since = this.lastId === null ? "" : `?since=${this.lastId}`;
    this.source = new EventSource(`/api/v1${this.path}${since}`);
    this.source.onerror = () => this.lost();
    for (const name of [...Object.keys(this.hear), "ping"]) this.source.addEventListener(name, (event) => this.heard(name, event));
    this.expect();
  }

  heard(name, event) {
    if (event.lastEventId) this.lastId = event.lastEventId;
    this.wait = 500;
    this.expect();
    this.onState(true);
    this.hear[name]?.(JSON.parse(event.data), event.lastEventId);
  }

  expect() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lost(), SILENT_MS);
  }

  lost() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    this.onState(false);
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, MOST_WAIT_MS);
  }
}
