import type { Limit } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

type Quota = { max: number; seconds: number };
/** How much may be left and sent, from one network, to one address, and in all. */
const QUOTAS = {
  'lead rows of a network': { max: 200, seconds: 10 * MINUTE },
  'lead rows': { max: 5_000, seconds: HOUR },
  'notices of a network': { max: 30, seconds: 10 * MINUTE },
  notices: { max: 300, seconds: HOUR },
  'confirmations to an address': { max: 1, seconds: DAY },
  confirmations: { max: 500, seconds: DAY },
  'test mails of a network': { max: 10, seconds: HOUR },
  'test mails to an address': { max: 5, seconds: HOUR },
  'test mails': { max: 100, seconds: HOUR },
} satisfies Record<string, Quota>;

const of = (scope: keyof typeof QUOTAS, key = '', amount = 1): Limit => ({
  scope,
  key,
  amount,
  ...QUOTAS[scope],
});
const network = (scope: keyof typeof QUOTAS, address: string | null, amount = 1): Limit[] => {
  const key = networkOf(address);
  return key === null ? [] : [of(scope, key, amount)];
};

export const leadRowLimits = (address: string | null, rows: number): Limit[] => [
  ...network('lead rows of a network', address, rows),
  of('lead rows', '', rows),
];
/** One that is sent again because its answer was lost is the same lead. Limits keep only a keyed hash of it. */
export const leadRequest = (request: string): Omit<Limit, 'max'> => ({
  scope: 'a lead sent again',
  key: request,
  seconds: DAY,
});
export const noticeLimits = (address: string | null): Limit[] => [
  ...network('notices of a network', address),
  of('notices'),
];
export const confirmationLimits = (email: string): Limit[] => [
  of('confirmations to an address', email.toLowerCase()),
  of('confirmations'),
];
export const testMailLimits = (address: string | null, to: string): Limit[] => [
  ...network('test mails of a network', address),
  of('test mails to an address', to.toLowerCase()),
  of('test mails'),
];
