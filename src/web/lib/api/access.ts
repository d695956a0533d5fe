/** By what right this page asks the server: a person's session, or a token of the public demo. */
export type Access = {
  /** Null where there is none; the server then answers what is missing. */
  token: () => Promise<string | null>;
  /** Codes of refusals that a new token may cure. */
  stale: ReadonlySet<string>;
  /** `later`: the server could not be asked for one. `gone`: there will be none. */
  renew: () => Promise<'renewed' | 'later' | 'gone'>;
  /** There will be no token any more. */
  leave: () => Promise<void>;
  /** Why only reading works, as a sentence; null for users who may change things. */
  readOnly: string | null;
};

let current: Access | null = null;

/** Once, before anything is asked: a page is for one or the other. */
export function setAccess(access: Access): void {
  current = access;
}

export function access(): Access {
  if (current === null) throw new Error('setAccess must be called before the server is asked');
  return current;
}

/** Whether this is the public demo: what it shows is recorded, and nothing of it is emailed. */
export const isDemo = (): boolean => typeof current?.readOnly === 'string';

/** Why nothing can be changed here, as a sentence; null where it can. Controls ask it, so that none fails on use. */
export const readOnlyReason = (): string | null => access().readOnly;
