import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { PaymentProvider } from '#src/billing/provider.ts';
import { renewDue } from '#src/billing/renew.ts';
import { createLinkCertificates } from '#src/brands/link-host/certificates.ts';
import { createLinkHosts } from '#src/brands/link-host/link-hosts.ts';
import { createLookAtCertificate } from '#src/brands/link-host/look-at-certificate.ts';
import type { Database } from '#src/db/database.ts';
import type { createAnnouncer } from '#src/db/live.ts';
import type { Life } from '#src/db/liveness.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fillEvidence } from '#src/engine/alerts/corrections/fill-evidence.ts';
import { forgetChecks } from '#src/engine/alerts/corrections/forget-checks.ts';
import { sweepCorrections } from '#src/engine/alerts/corrections/sweep-corrections.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createDomainChecks } from '#src/engine/connections/domain-checks.ts';
import { probeConnections } from '#src/engine/connections/probe.ts';
import { forgetEvents, postEvents } from '#src/engine/connections/events/post-events.ts';
import { sendReplays } from '#src/engine/replays/send-replays.ts';
import { refreshConnections } from '#src/engine/connections/refresh.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { DEMO_SINKS } from '#src/demo/sink.ts';
import { keepDeliveryMonths } from '#src/engine/delivery/months.ts';
import { dropOldMonths } from '#src/engine/delivery/old-months.ts';
import { forgetReceipts } from '#src/engine/delivery/receipts.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { forgetAuthorizations } from '#src/engine/connections/authorize-upkeep.ts';
import { forgetApprovalLinks } from '#src/engine/alerts/by-email/upkeep.ts';
import { noticeChecks } from '#src/engine/alerts/sampling/notice-checks.ts';
import { forgetReviewPosts, keepReviewPosts } from '#src/engine/review-chats/keep-posts.ts';
import { forgetUnconfirmedApprovers } from '#src/engine/approval/clients/upkeep.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import { releaseGroups } from '#src/engine/attention/groups/release-groups.ts';
import { releaseTurns } from '#src/engine/attention/release-turns.ts';
import { sweepDigests } from '#src/engine/digests/sweep-digests.ts';
import { resolveUnknown } from '#src/engine/delivery/in-doubt/resolve.ts';
import { sweepDeliveries, wakeWaiting } from '#src/engine/delivery/sweep.ts';
import { COMPOSE_WORKERS, type ModelWriter } from '#src/engine/content/model/model-writer.ts';
import type { DocumentStore } from '#src/documents/store.ts';
import { keepDocuments } from '#src/documents/upkeep.ts';
import { type AccountMailDeps, sendAccountMail } from '#src/jobs/account-mail.ts';
import { sendApprovalMail } from '#src/jobs/approval-mail.ts';
import { beside } from '#src/jobs/beside.ts';
import { sendChatMail } from '#src/jobs/chat-mail.ts';
import { noticeAnswer } from '#src/jobs/chat-notice.ts';
import { importContactsJob } from '#src/jobs/contact-import.ts';
import { withTenant } from '#src/db/tenant.ts';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { recordedBarsIn } from '#src/engine/market/csv/recorded.ts';
import { sendContactMail } from '#src/jobs/contact-mail.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { sendInvitationMail } from '#src/jobs/invitation-mail.ts';
import { sendLeadMail } from '#src/jobs/lead-mail.ts';
import { sendMemberPush } from '#src/jobs/member-push.ts';
import { sendNotificationMail } from '#src/jobs/notification-mail.ts';
import { sendSubscriberMail } from '#src/jobs/subscriber-mail.ts';
import { ALERT_ROOM, MAIL_WORKERS } from '#src/jobs/mail-room.ts';
import type { Enqueue } from '#src/jobs/queues.ts';
import { wakeMailJobs } from '#src/jobs/wake-mail.ts';
import { lookUpOver } from '#src/jobs/look-up.ts';
import { browserPost } from './reader-devices.ts';
import { eachOf } from './each-of.ts';
import { repeat } from './repeat.ts';
import { workQueue } from '#src/jobs/work.ts';
import { ledgerSigner } from '#src/ledger/head.ts';
import { createPruning } from '#src/ledger/prune.ts';
import { keepChaining } from '#src/ledger/writer.ts';
import { deriveKey } from '#src/platform/keys/keys.ts';
import type { Logger } from '#src/platform/log/log.ts';
import type { CallProvider } from '#src/platform/net/call.ts';
import type { MailPools } from '#src/platform/mail/pools.ts';
import { CONNECTIONS, type WatchedTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { keepKeys } from '#src/workspaces/key-upkeep.ts';
import { mailUnread } from '#src/workspaces/notification-mail.ts';
import { pushNew } from '#src/workspaces/notification-push.ts';
import { keepNotifications } from '#src/workspaces/notification-upkeep.ts';
import { openDevice } from '#src/subscribers/devices/sealed.ts';
import type { SenderKeys } from '#src/subscribers/devices/sender-keys.ts';
import { createLinkOrigins } from '#src/subscribers/link-origins.ts';
import { createLinks, createSigner } from '#src/subscribers/links.ts';
import { forgetReactions } from '#src/subscribers/tracking/upkeep.ts';
import { forgetInvitations } from '#src/workspaces/team/upkeep.ts';

type DeliveryRoleDeps = {
  /** The program stops. */
  stop: AbortSignal;
  /** The folder of the recorded series. */
  recordedDir: string;
  app: Database;
  system: Database;
  boss: PgBoss;
  enqueue: Enqueue;
  announce: ReturnType<typeof createAnnouncer>;
  clock: Clock;
  instanceId: string;
  isDead: Life['isDead'];
  transport: WatchedTransport;
  pools: MailPools;
  call: CallProvider;
  modelWriter: ModelWriter;
  mailFrom: string;
  /** What arrives in its mailbox is forwarded to us. */
  takesMail: boolean;
  /** Where news of leads and messages goes. */
  teamEmail: string;
  publicUrl: string;
  /** Whether addresses that customers enter may lead to private networks. */
  privateAddresses: boolean;
  encryptionKey: Buffer;
  /** What messages to devices are signed with. */
  senderKeys: () => Promise<SenderKeys>;
  answerMailRequest: AccountMailDeps['answerMailRequest'];
  mayTellUnconfirmed: AccountMailDeps['mayTellUnconfirmed'];
  store: DocumentStore;
  /** Null where no payments are taken. */
  provider: PaymentProvider | null;
  log: Logger;
};

const SWEEP_EVERY_MS = 2_000;
const ASK_EVERY_MS = 1_000;
const PROBE_EVERY_MS = 5_000;
const LOOK_UP_EVERY_MS = 2_000;
const EVENTS_EVERY_MS = 1_000;
const MAIL_UNREAD_EVERY_MS = 30_000;
const UPKEEP_EVERY_MS = 600_000;
/** What is being sent at a stop has so long to end, in ms. */
const STOP_MS = 1_500;
const CONTACT_IMPORTS = 2;
const PUSH_WORKERS = 4;
const CERTIFICATE_LOOKS = 4;

/** Starts composing and sending, and looks after deliveries that others left behind. @returns stops the looking */
export async function startDelivery(deps: DeliveryRoleDeps): Promise<() => Promise<void>> {
  const { boss, log } = deps;
  await workQueue(boss, 'account-mail', sendAccountMail(deps), log, MAIL_WORKERS.account);
  await workQueue(boss, 'approval-mail', sendApprovalMail(deps), log, MAIL_WORKERS.approval);
  await workQueue(boss, 'lead-mail', sendLeadMail(deps), log, MAIL_WORKERS.lead);
  await workQueue(boss, 'invitation-mail', sendInvitationMail(deps), log, MAIL_WORKERS.invitation);
  await workQueue(boss, 'contact-mail', sendContactMail(deps), log, MAIL_WORKERS.contact);
  await workQueue(boss, 'chat-mail', sendChatMail(deps), log, MAIL_WORKERS.chat);
  await workQueue(boss, 'notification-mail', sendNotificationMail(deps), log, MAIL_WORKERS.notification);
  const limits = {
    db: deps.app,
    clock: deps.clock,
    hashKey: deriveKey(deps.encryptionKey, 'member push limits'),
  };
  const memberPush = sendMemberPush({ ...deps, post: browserPost(), limits, random: Math.random });
  await workQueue(boss, 'member-push', memberPush, log, PUSH_WORKERS);
  const links = createLinks({
    key: deriveKey(deps.encryptionKey, 'unsubscribe'),
    publicUrl: deps.publicUrl,
    originOf: createLinkOrigins(deps),
  });
  const signer = createSigner(deriveKey(deps.encryptionKey, 'sign-up'), 'sign-up');
  const mail = { transport: deps.pools.transport, from: deps.mailFrom, takesMail: deps.takesMail };
  const accounts = createAccounts(deps);
  const onError = (error: unknown): void => log.error({ err: error }, 'an account to send with failed');
  const subscriberMail = sendSubscriberMail({
    ...deps,
    mail,
    accounts,
    onError,
    links,
    signer,
    random: Math.random,
  });
  await workQueue(boss, 'subscriber-mail', subscriberMail, log, MAIL_WORKERS.subscriber);
  await workQueue(boss, 'chat-notice', noticeAnswer(deps), log, 2);
  await workQueue(boss, 'contact-import', importContactsJob({ ...deps, addressForms }), log, CONTACT_IMPORTS);
  const linkCertificates = createLinkCertificates({
    ...deps,
    look: createLookAtCertificate({ allowPrivate: deps.privateAddresses }),
  });
  await workQueue(boss, 'link-certificate', linkCertificates.check, log, CERTIFICATE_LOOKS);
  const recordedBars = recordedBarsIn(deps.recordedDir);
  await workQueue(
    boss,
    'compose-alert',
    (data) => composeAlert({ ...deps, recordedBars }, data),
    log,
    COMPOSE_WORKERS,
  );
  const rates = createRates({
    db: deps.app,
    clock: deps.clock,
    hashKey: deriveKey(deps.encryptionKey, 'channel limits'),
  });
  const deliver = beside(
    deliverAlertJob({
      ...deps,
      pace: createPaces({ own: ALERT_ROOM, connection: CONNECTIONS }, rates),
      mail,
      accounts,
      rates,
      onError,
      random: Math.random,
      sinks: DEMO_SINKS,
      links,
      openDevice: async (delivery) => ({
        keys: await deps.senderKeys(),
        ...(await withTenant(deps.app, delivery.workspaceId, (tx) =>
          openDevice(tx, deps.encryptionKey, delivery),
        )),
      }),
    }),
    {
      stop: deps.stop,
      onError: (error) => log.error({ err: error }, 'sending an alert failed; it is tried again'),
    },
  );
  await workQueue(boss, 'deliver-alert', deliver.handler, log);

  const unwatch = deps.transport.watch({
    onBack: async () => {
      await wakeWaiting(deps);
      await wakeMailJobs(deps.system);
    },
    onError: (error) => log.error({ err: error }, 'sending email that waited for the mail server failed'),
  });
  const stopSweeping = repeat(SWEEP_EVERY_MS, () =>
    eachOf(
      [releaseTurns, releaseGroups, sweepDeliveries, sweepDigests, releasePlanned, lapseReviews].map(
        (sweep) => () => sweep(deps),
      ),
      (error) => log.error({ err: error }, 'looking after deliveries failed'),
    ),
  );
  const pushFailed = (error: unknown): void =>
    log.error({ err: error }, 'sending notifications to browsers failed');
  const correctingFailed = (error: unknown): void =>
    log.error({ err: error }, 'checking an alert whose bars were corrected failed');
  const stopCorrecting = repeat(SWEEP_EVERY_MS, () =>
    eachOf([() => sweepCorrections({ ...deps, recordedBars }), () => fillEvidence(deps)], correctingFailed),
  );
  const stopPushing = repeat(SWEEP_EVERY_MS, () => pushNew(deps).then(() => undefined, pushFailed));
  const look = { ...deps, mail, random: Math.random };
  const chatsFailed = (error: unknown): void => log.error({ err: error }, 'asking in chats failed');
  const stopAsking = repeat(ASK_EVERY_MS, () =>
    keepReviewPosts({ ...look, onError: chatsFailed }).catch(chatsFailed),
  );
  const stopProbing = repeat(PROBE_EVERY_MS, () =>
    // A token that is refreshed may be all that a failed one was missing.
    refreshConnections(look)
      .catch((error: unknown) => log.error({ err: error }, 'refreshing credentials failed'))
      .then(() => probeConnections(look))
      .catch((error: unknown) => log.error({ err: error }, 'checking failed connections failed')),
  );
  const postingFailed = (error: unknown): void =>
    log.error({ err: error }, 'posting events to endpoints failed');
  const stopPosting = repeat(EVENTS_EVERY_MS, () =>
    postEvents({ ...look, onError: postingFailed }).catch(postingFailed),
  );
  const replayFailed = (error: unknown): void => log.error({ err: error }, 'replaying to an endpoint failed');
  const stopReplaying = repeat(EVENTS_EVERY_MS, () =>
    sendReplays({ ...look, onError: replayFailed }).catch(replayFailed),
  );
  const lookUpFailed = (error: unknown): void => log.error({ err: error }, 'looking for a message failed');
  const find = lookUpOver({ ...look, accounts });
  const stopResolving = repeat(LOOK_UP_EVERY_MS, () =>
    resolveUnknown({ ...deps, find, onError: lookUpFailed }).catch(lookUpFailed),
  );
  const chaining = keepChaining({
    ...deps,
    signer: ledgerSigner(deps.encryptionKey),
    onError: (error) => log.error({ err: error }, 'writing the ledger failed'),
  });
  const prune = createPruning({
    ...deps,
    onError: (error) => log.error({ err: error }, 'pruning a ledger failed'),
  });
  const dns = new Resolver({ timeout: 3_000, tries: 2 });
  const linkHosts = createLinkHosts({ ...deps, dns });
  const sendingDomains = createDomainChecks({ ...deps, dns });
  let keeping: Promise<unknown> = Promise.resolve();
  const keep = (): void => {
    const parts = [
      keepNotifications(deps),
      forgetInvitations(deps),
      noticeChecks(deps),
      forgetApprovalLinks(deps),
      forgetUnconfirmedApprovers(deps),
      forgetReviewPosts(deps),
      forgetAuthorizations(deps),
      keepDocuments(deps),
      keepKeys(deps),
      renewDue(deps),
      keepDeliveryMonths(deps).then(() => dropOldMonths(deps)),
      forgetReceipts(deps),
      forgetReactions(deps),
      forgetEvents(deps),
      forgetChecks(deps),
      prune(),
      linkHosts.checkDue(deps.system, (error) => log.error({ err: error }, 'checking a link domain failed')),
      linkCertificates.checkDue(deps.system, (error) =>
        log.error({ err: error }, 'looking at a certificate failed'),
      ),
      sendingDomains.checkDue(deps.system, (error) =>
        log.error({ err: error }, 'checking a sending domain failed'),
      ),
    ];
    keeping = Promise.all(
      parts.map((part: Promise<unknown>) =>
        part.catch((error: unknown) =>
          log.error(
            { err: error },
            'looking after notifications, checks, invitations, approval links, corrections, documents, keys, plans, months, receipts, opens, ledgers or domains failed',
          ),
        ),
      ),
    );
  };
  keep();
  const upkeep = setInterval(keep, UPKEEP_EVERY_MS);
  let mailing: Promise<unknown> = Promise.resolve();
  const mailer = setInterval(() => {
    mailing = mailing.then(() =>
      mailUnread(deps).catch((error: unknown) => log.error({ err: error }, 'mailing what is unread failed')),
    );
  }, MAIL_UNREAD_EVERY_MS);
  return async () => {
    unwatch();
    const stopped = Promise.all([
      stopSweeping(),
      stopAsking(),
      stopCorrecting(),
      stopPushing(),
      stopProbing(),
      stopResolving(),
      stopPosting(),
      stopReplaying(),
    ]);
    clearInterval(upkeep);
    clearInterval(mailer);
    // What hangs is in doubt after the next start, as after a crash.
    await Promise.race([deliver.ended(), sleep(STOP_MS, undefined, { ref: false })]);
    await Promise.all([stopped, keeping, mailing, chaining.stop()]);
  };
}
