import type { Database } from '#src/db/database.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import type { ClaimedDelivery } from './claimed.ts';
import type { Slots } from './slots.ts';

/** What a delivery has of its own. With the rendition it gives what went out; the ledger keeps it. */
export type SendParameters = Readonly<Record<string, string | null>>;

/** How an account of a channel is worked: so many windows at a time, of so many deliveries each, as far as there is room and its rates let. */
export type Pace = { lanes: number; window: number; slots: Slots; rate: Rate | null };

/** What the account lets out in a time, for all processes together. */
export type Rate = {
  /** Takes up to `atMost` sends. */
  take: (atMost: number) => Promise<Granted>;
};

/** How many sends are the caller's; where there is none, in how many ms there may be more. */
export type Granted = {
  granted: number;
  ms: number;
  /** What lets nothing out is noted with the sender: the next round finds it. */
  held?: true;
  /** Gives back sends that weren't used. */
  giveBack: (count: number) => void;
};

export type DeliverDeps = {
  app: Database;
  announce: Announce;
  /** Has what waited for this alert go at once; else the next sweep finds it. */
  enqueue?: EngineEnqueue;
  clock: Clock;
  instanceId: string;
  /**
   * Sends one delivery over its channel. Answers always; what it cannot tell, it calls unknown. `used` is told the send
   * parameters before it goes out.
   */
  send: (delivery: ClaimedDelivery, used: (parameters: SendParameters) => void) => Promise<SendOutcome>;
  /**
   * The same for all alerts of the process, for each connection of a channel (null: the installation's own account): a slow
   * or dead provider takes no room from another.
   */
  pace: (channel: ChannelKind, connectionId: string | null, workspaceId: string) => Pace;
  /**
   * Asked before anything of an alert goes out whose brand has a watch list. @returns whether it waits for a person now
   */
  reviewWatched?: (job: DeliverJob) => Promise<boolean>;
  /** The program stops: nothing more is claimed. What is open goes on after the next start. */
  stop?: AbortSignal;
};

export type DeliverJob = { workspaceId: string; alertId: string };
