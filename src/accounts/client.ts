import { isIP } from 'node:net';

const USER_AGENT_MAX = 400;

/** What the database takes as an address; a proxy may hand on anything. */
export const storableIp = (ip: string | null): string | null =>
  ip !== null && isIP(ip) !== 0 && !ip.includes('%') ? ip : null;

export const storableUserAgent = (userAgent: string | null): string | null =>
  userAgent?.slice(0, USER_AGENT_MAX) ?? null;
