import { createHash, timingSafeEqual } from "node:crypto";
import { getIronSession } from "iron-session";
import { cookies } from "next/headers";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { env, isLoopback } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

interface Session {
  open?: boolean;
}

const wrongPasswords = new RateLimiterMemory({ points: 10, duration: 600 });
/** A client that is not behind a proxy can invent its address, so all wrong ones together are limited as well. */
const allWrongPasswords = new RateLimiterMemory({ points: 100, duration: 600 });
const EVERYBODY = "all";

/**
 * A page elsewhere must not drive a local agent: a request from another site, or under another host name (which a hostile DNS
 * answer can point to this machine), is refused. Scripts send no Origin, and need none.
 * @throws AppError 403
 */
export function refuseForeign(request: Request): void {
  const host = request.headers.get("host") ?? "";
  const origin = request.headers.get("origin");
  const isForeign =
    request.headers.get("sec-fetch-site") === "cross-site" ||
    !isOurHost(host) ||
    (origin !== null && !isSameHost(origin, host));
  if (isForeign) throw new AppError(403, "foreign", "This request came from another site, so it was refused.");
}

/** Behind a password any name may lead here; without one only this machine's own. */
function isOurHost(host: string): boolean {
  if (env().password) return host !== "";
  const name = host.replace(/:\d+$/, "");
  return isLoopback(name) || name === env().host;
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** @throws AppError 401 without a session or the right bearer, 429 after too many wrong ones */
export async function requireSession(request: Request): Promise<void> {
  const { password } = env();
  if (!password) return;
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (bearer !== undefined) return checkPassword(request, bearer);
  const session = await openSession(request);
  if (!session.open) throw new AppError(401, "locked", "Enter the password of this Longhand first.");
}

/** @throws AppError 401 for a wrong password, 429 after ten of them in ten minutes */
export async function checkPassword(request: Request, given: string): Promise<void> {
  const { password = "" } = env();
  const address = request.headers.get("x-forwarded-for") ?? "unknown";
  const spent = await Promise.all([wrongPasswords.get(address), allWrongPasswords.get(EVERYBODY)]);
  if (spent.some((limit) => limit !== null && limit.remainingPoints <= 0)) {
    throw new AppError(429, "too-many-tries", "Too many wrong passwords. Wait ten minutes.");
  }
  if (timingSafeEqual(digest(given), digest(password))) return;
  // Both reject when they are used up, which is known already.
  await Promise.allSettled([wrongPasswords.consume(address), allWrongPasswords.consume(EVERYBODY)]);
  throw new AppError(401, "wrong-password", "This is not the password.");
}

export async function openSession(request: Request) {
  return getIronSession<Session>(await cookies(), {
    cookieName: "longhand",
    // A changed password ends all sessions.
    password: digest(env().password ?? "").toString("hex"),
    cookieOptions: { secure: isSecure(request), sameSite: "strict" as const, httpOnly: true },
  });
}

function isSecure(request: Request): boolean {
  return (request.headers.get("x-forwarded-proto") ?? new URL(request.url).protocol).startsWith("https");
}

const digest = (text: string): Buffer => createHash("sha256").update(`longhand:${text}`).digest();
