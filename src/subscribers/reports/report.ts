import { timingSafeEqual } from 'node:crypto';
import type { MailTag } from '../mail-tag.ts';

/**
 * What became of an email after the server took it. `hard`: the mailbox can't be reached for good; `soft`: not this time;
 * `complaint`: the person called it spam; `arrived`: it reached the mailbox's server; `leave`: the person wrote to the
 * address in List-Unsubscribe, or replied that they want no more.
 */
export type MailEvent = {
  kind: 'hard' | 'soft' | 'complaint' | 'arrived' | 'leave';
  /** Whose mailbox it is about; for `leave` who wrote, which decides nothing. */
  address: string;
  /** What the provider said, for people. */
  detail: string;
  /** The same whenever the same thing is reported again. */
  id: string;
  /** The Message-ID that it is about, without brackets, where the report names one. */
  messageId?: string;
  /** What it is about, by the address that it came to. */
  tag?: MailTag;
};

/** A call as it came. `header` ignores case. */
export type ReportCall = { header: (name: string) => string | null; body: Buffer; now: Date };

/** Gets a small text from a provider's own host. */
export type FetchText = (url: string) => Promise<string>;

/** A call that isn't the provider's: wrong signature, too old, unreadable. Nothing of it is believed. */
export class ReportRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReportRefused';
  }
}

/** A provider as data, and how its calls are verified and read. */
export type Reporter = {
  kind: string;
  title: string;
  /** What the customer pastes here; null: we make a password, and the customer pastes it there. */
  secret: { label: string; help: string; pattern: RegExp } | null;
  /** Anyone can write to a bounce mailbox: what comes by it must name one of our own emails. */
  isForwarded?: true;
  /** What to do at the provider. `{url}` and `{password}` are filled in. */
  steps: readonly string[];
  /** @throws ReportRefused */
  read: (call: ReportCall, secret: string, deps: { fetchText: FetchText }) => Promise<MailEvent[]>;
};

export const isSameText = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** No call is believed that was signed longer ago, or later than our own clock with some slack. @throws ReportRefused */
export function assertFresh(at: number, now: Date, toleranceMs: number): void {
  if (!Number.isFinite(at)) throw new ReportRefused('It has no time.');
  const age = now.getTime() - at;
  if (age > toleranceMs) throw new ReportRefused('It was signed too long ago.');
  if (age < -5 * 60_000) throw new ReportRefused('It was signed in the future.');
}

/** @throws ReportRefused */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ReportRefused('The body is not JSON.');
  }
}

/** @throws ReportRefused */
export function readAs<T>(
  schema: { safeParse: (value: unknown) => { success: true; data: T } | { success: false } },
  value: unknown,
): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ReportRefused('The body is not what this provider sends.');
  return parsed.data;
}

/** Whether a call carries our password, as HTTP Basic (any name) or Bearer. */
export function hasPassword(call: ReportCall, secret: string): boolean {
  const [scheme = '', value = ''] = (call.header('authorization') ?? '').split(' ', 2);
  if (/^bearer$/i.test(scheme)) return isSameText(value, secret);
  if (!/^basic$/i.test(scheme)) return false;
  const given = Buffer.from(value, 'base64').toString('utf8');
  return isSameText(given.slice(given.indexOf(':') + 1), secret);
}

export const HOUR_MS = 3_600_000;
/** A call is remembered for longer than any is believed, so that none counts twice. */
export const REMEMBERED_SECONDS = 7 * 86_400;
