import type { Database, Tx } from '#src/db/database.ts';
import type { Actor, KeepAnswer } from '#src/db/queries/activity.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';

/** How a channel writes the addresses of people. */
export type AddressForm = {
  kind: ChannelKind;
  /** The channel's name. */
  title: string;
  label: string;
  placeholder: string;
  /** Only the person can register it, in the channel's app. */
  issued?: true;
  /** An address is a device, which its owner registers. */
  isDevice?: true;
  /** @returns the one way to write it, or null where it's none */
  normalize: (typed: string) => string | null;
};

/** Those of every channel that reaches people. */
export type AddressForms = () => readonly AddressForm[];

export type PeopleDeps = {
  app: Database;
  clock: Clock;
  addressForms: AddressForms;
};

/** Who does something, and in which workspace. */
export type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
export type { Tx };
