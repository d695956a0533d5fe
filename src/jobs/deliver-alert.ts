import { withTenant } from '#src/db/tenant.ts';
import { reviewWatched } from '#src/engine/alerts/review-watched.ts';
import type { Channel, ChannelDeps, SendOutcome, SentMessage, SendTo } from '#src/engine/channels/channel.ts';
import { callOver } from '#src/engine/channels/call-over.ts';
import type { OpenDevice } from '#src/engine/channels/device.ts';
import { channelOf } from '#src/engine/channels/registry.ts';
import type { Account, createAccounts } from '#src/engine/connections/accounts.ts';
import type { createRates } from '#src/engine/connections/rates.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import type { DeliverDeps, DeliverJob } from '#src/engine/delivery/deliver-deps.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { firstMessage } from '#src/engine/delivery/first-message.ts';
import type { EngineEnqueue } from '#src/engine/enqueue.ts';
import { leaveByAddress } from '#src/subscribers/chats/leave.ts';
import { mailTag } from '#src/subscribers/mail-tag.ts';
import type { Links } from '#src/subscribers/links.ts';
import { addressed } from './addressed.ts';
import { pictureCache } from './picture-cache.ts';
import type { JobHandler } from './work.ts';

type DeliverJobDeps = Omit<DeliverDeps, 'send' | 'reviewWatched'> &
  Pick<ChannelDeps, 'mail' | 'call' | 'random'> & {
    enqueue: EngineEnqueue;
    accounts: ReturnType<typeof createAccounts>;
    rates: Pick<ReturnType<typeof createRates>, 'nextTo'>;
    onError: (error: unknown) => void;
    publicUrl: string;
    /** Where a person stops getting alerts, and chooses what they get. */
    links: Pick<Links, 'urlsOf' | 'originOf' | 'counted'>;
    /** Opens the device that an address is, for channels whose addresses are devices. */
    openDevice?: (delivery: ClaimedDelivery) => Promise<OpenDevice>;
    /** Workspaces whose deliveries don't leave the program, by id. */
    sinks: ReadonlyMap<string, DeliverDeps['send']>;
  };

const ACCOUNT_AGAIN_MS = 60_000;

/** Sends an alert's open deliveries, each over its channel. */
export function deliverAlertJob(deps: DeliverJobDeps): JobHandler<'deliver-alert'> {
  const picture = pictureCache(deps.app);
  const send: DeliverDeps['send'] = async (delivery, used) => {
    const channel = channelOf(delivery.channel);
    const ready = await readyToSend(deps, channel, delivery);
    if ('outcome' in ready) return ready;
    const { account, first, origin, device } = ready;
    const { message, unsubscribeUrl, parameters } = addressed(deps, delivery, {
      settings: account.connection?.settings ?? null,
      page: pageOf(deps, delivery),
      origin,
      channel,
    });
    used(parameters);
    const to: SendTo = {
      deliveryId: delivery.id,
      attempt: delivery.attempt,
      serverWaits: delivery.serverWaits,
      pauses: delivery.pauses,
      target: targetOf(delivery),
      address: delivery.address,
      purpose: delivery.purpose,
      about: { id: delivery.alertId, url: pageOf(deps, delivery) },
      ...(parameters.evidenceUrl && delivery.contactId !== null && { page: parameters.evidenceUrl }),
      returnTag: mailTag(delivery),
      ...(unsubscribeUrl === null ? {} : { unsubscribe: { url: unsubscribeUrl, oneClick: true } }),
      ...(first && channel.capabilities.threads ? { replyTo: first } : {}),
    };
    const sendDeps = {
      connection: account.connection,
      sender: {
        brandName: delivery.brandName,
        settings: account.settings,
        secrets: account.secrets,
        takesMail: account.takesMail,
      },
      mail: deps.mail,
      call: callOver(deps.call, account.connection),
      picture: (hash: string) => picture(delivery.workspaceId, hash),
      now: () => deps.clock().getTime(),
      random: deps.random,
      ...(device && { device }),
    };
    // A correction takes the place of what it corrects, where the channel lets it.
    const outcome =
      first && channel.edit && delivery.purpose === 'correction'
        ? await channel.edit(message, first, to, sendDeps)
        : await channel.send(message, to, sendDeps);
    // Its health is another matter: the outcome stands whatever becomes of this.
    await deps.accounts.ended(delivery, account, outcome).catch(deps.onError);
    if (outcome.outcome === 'rejected' && outcome.leftSender)
      await leaveSender(deps, delivery, account).catch(deps.onError);
    return outcome;
  };
  const asks = { reviewWatched: (job: DeliverJob) => reviewWatched(deps, job) };
  return (data) => deliverAlert({ ...deps, ...asks, send: deps.sinks.get(data.workspaceId) ?? send }, data);
}

/** The person has said at the provider that they want nothing more. If it isn't kept now, the next send hears it again. */
async function leaveSender(
  deps: DeliverJobDeps,
  { workspaceId, contactId, channel, address }: ClaimedDelivery,
  { connection }: Account,
): Promise<void> {
  if (contactId === null || !connection) return;
  const reached = { workspaceId, channel, address };
  await withTenant(deps.app, workspaceId, (tx) => leaveByAddress(tx, connection.id, reached, deps.clock()));
}

const targetOf = ({ contactId }: ClaimedDelivery): SendTo['target'] =>
  contactId === null ? 'destination' : 'address';

/** The account to send with, or until when this waits. Nothing has gone out by then, whatever fails. */
async function readyToSend(
  deps: DeliverJobDeps,
  channel: Channel,
  delivery: ClaimedDelivery,
): Promise<
  { account: Account; first: SentMessage | null; origin: string; device: OpenDevice | null } | SendOutcome
> {
  const wait = (at: number, reason: string): SendOutcome => ({ outcome: 'retry', at, reason, untried: true });
  const now = deps.clock().getTime();
  try {
    const account = await deps.accounts.accountOf(delivery);
    const { workspaceId, address } = delivery;
    const connectionId = account.connection?.id ?? null;
    const target = targetOf(delivery);
    const ms = await deps.rates.nextTo(channel, { workspaceId, connectionId, target, address });
    if (ms > 0) return wait(now + ms, `${channel.title} takes no more at the moment.`);
    // Nearly every message is a first one, which nothing has to be read for.
    const first =
      delivery.purpose === 'first'
        ? null
        : await withTenant(deps.app, workspaceId, (tx) => firstMessage(tx, delivery));
    const device = channel.devices ? ((await deps.openDevice?.(delivery)) ?? null) : null;
    return { account, first, origin: await deps.links.originOf(delivery), device };
  } catch (error) {
    deps.onError(error);
    return wait(now + ACCOUNT_AGAIN_MS, 'The account to send with could not be opened.');
  }
}

/** An alert in the account area. A digest lists several, and has no page. */
const pageOf = (
  { publicUrl }: DeliverJobDeps,
  { purpose, alertId }: Pick<ClaimedDelivery, 'purpose' | 'alertId'>,
): string | null => (purpose === 'digest' ? null : `${publicUrl}/dashboard/alerts/${alertId}`);
