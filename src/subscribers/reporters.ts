import { randomBytes } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { mailReporters } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { seal, unseal } from '#src/platform/keys/keys.ts';
import type { LimitDeps } from '#src/platform/limits/count.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type MailReporter,
  type MailReporterForm,
  type MailReporterMade,
  type MailReporters,
  REPORTERS_MAX,
} from '#src/shared/suppressions.ts';
import { createSigner } from './links.ts';
import { packIds, unpackIds } from './packed-ids.ts';
import { applyEvent } from './reports/apply.ts';
import { readDsn } from './reports/dsn.ts';
import { findReporter, REPORTERS } from './reports/registry.ts';
import {
  type FetchText,
  hasPassword,
  type MailEvent,
  type ReportCall,
  ReportRefused,
} from './reports/report.ts';

type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Row = typeof mailReporters.$inferSelect;

const NONE = 'These bounce reports are not connected.';

const contextOf = ({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>): string =>
  `mail reporter ${workspaceId} ${id}`;

/**
 * Bounces and complaints as providers report them. The address that a provider calls is signed and names the workspace;
 * the call itself is verified as the provider signs. What it says holds in its own workspace only.
 */
export function createMailReporters(deps: {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  /** What the addresses are signed with. */
  key: Buffer;
  publicUrl: string;
  limits: Pick<LimitDeps, 'clock' | 'hashKey'>;
  fetchText: FetchText;
  /** What the mailbox of the installation's own sender shows; null where that mailbox isn't forwarded. */
  ownPassword: string | null;
}) {
  const signer = createSigner(deps.key, 'mail reporter');
  const shown = ({
    workspaceId,
    id,
    kind,
    events,
    lastAt,
    problem,
    problemAt,
    createdAt,
  }: Row): MailReporter => ({
    id,
    kind,
    title: findReporter(kind)?.title ?? kind,
    url: `${deps.publicUrl}/hooks/mail/${kind}/${signer.seal(packIds(workspaceId, id))}`,
    events,
    lastAt: lastAt?.toISOString() ?? null,
    problem,
    problemAt: problemAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  });
  const isRow = (workspaceId: string, id: string) =>
    and(eq(mailReporters.workspaceId, workspaceId), eq(mailReporters.id, id));

  async function noteRefusal(row: Row, reason: string, at: Date): Promise<void> {
    await withTenant(deps.app, row.workspaceId, (tx) =>
      tx
        .update(mailReporters)
        .set({ problem: reason.slice(0, 500), problemAt: at })
        .where(isRow(row.workspaceId, row.id)),
    );
  }

  return {
    list: (workspaceId: string): Promise<MailReporters> =>
      withTenant(deps.app, workspaceId, async (tx) => ({
        items: (
          await tx
            .select()
            .from(mailReporters)
            .where(eq(mailReporters.workspaceId, workspaceId))
            .orderBy(asc(mailReporters.createdAt), asc(mailReporters.id))
        ).map(shown),
        kinds: REPORTERS.map(({ kind, title, steps, secret }) => ({
          kind,
          title,
          steps: [...steps],
          secret: secret && { label: secret.label, help: secret.help },
        })),
        max: REPORTERS_MAX,
      })),

    /** @throws AppError validation_failed, too_many */
    make: async (
      { workspaceId, actor, keepAnswer }: By,
      form: MailReporterForm,
    ): Promise<MailReporterMade> => {
      const reporter = findReporter(form.kind);
      if (!reporter) throw new AppError('validation_failed', 'There is no such provider.');
      if (reporter.secret && !reporter.secret.pattern.test(form.secret))
        throw new AppError(
          'validation_failed',
          `That is not a ${reporter.secret.label.toLowerCase()}. ${reporter.secret.help}`,
          {
            details: { field: 'secret' },
          },
        );
      const password = reporter.secret ? null : randomBytes(24).toString('base64url');
      const at = deps.clock();
      const ids = { workspaceId, id: newId() };
      const row: Row = {
        ...ids,
        kind: reporter.kind,
        sealed: seal(deps.encryptionKey, contextOf(ids), password ?? form.secret),
        events: 0,
        lastAt: null,
        problem: null,
        problemAt: null,
        createdAt: at,
      };
      return withTenant(deps.app, workspaceId, async (tx) => {
        const limit = { of: 'mail reporters', whose: workspaceId, max: REPORTERS_MAX };
        const count = () => tx.$count(mailReporters, eq(mailReporters.workspaceId, workspaceId));
        if (!(await hasRoom(tx, limit, count)))
          throw new AppError('validation_failed', `A workspace can connect ${REPORTERS_MAX} bounce reports.`);
        await tx.insert(mailReporters).values(row);
        await recordActivity(tx, {
          workspaceId,
          actor,
          action: 'reporter.made',
          subject: reporter.title,
          at,
        });
        // The password is shown once.
        await keepAnswer?.(tx, 201, null);
        return { ...shown(row), password };
      });
    },

    /** @throws AppError not_found */
    remove: ({ workspaceId, actor }: By, id: string): Promise<void> =>
      withTenant(deps.app, workspaceId, async (tx) => {
        const [row] = await tx.delete(mailReporters).where(isRow(workspaceId, id)).returning();
        if (!row) throw new AppError('not_found', NONE);
        const subject = findReporter(row.kind)?.title ?? row.kind;
        await recordActivity(tx, {
          workspaceId,
          actor,
          action: 'reporter.removed',
          subject,
          at: deps.clock(),
        });
      }),

    /**
     * Takes a provider's call. @returns how many events were new; null where the address is none of ours
     * @throws ReportRefused where the call isn't the provider's
     */
    take: async (kind: string, token: string, call: ReportCall): Promise<number | null> => {
      const [workspaceId, id] = unpackIds(signer.open(token) ?? '', 2) ?? [];
      if (!workspaceId || !id) return null;
      const [row] = await withTenant(deps.app, workspaceId, (tx) =>
        tx.select().from(mailReporters).where(isRow(workspaceId, id)),
      );
      const reporter = findReporter(kind);
      if (!row || !reporter || row.kind !== kind) return null;
      let events: MailEvent[];
      try {
        const secret = unseal(deps.encryptionKey, contextOf(row), row.sealed);
        if (secret === null)
          throw new ReportRefused('The secret was sealed with another key. Connect it again.');
        events = await reporter.read(call, secret, { fetchText: deps.fetchText });
      } catch (error) {
        if (error instanceof ReportRefused) await noteRefusal(row, error.message, call.now);
        throw error;
      }
      return withTenant(deps.app, workspaceId, async (tx) => {
        let taken = 0;
        const { isForwarded = false } = reporter;
        const by = { workspaceId, reporterId: id, source: kind, isForwarded };
        for (const event of events) if (await applyEvent(tx, deps.limits, by, event, call.now)) taken += 1;
        await tx
          .update(mailReporters)
          .set({
            events: sql`${mailReporters.events} + ${taken}`,
            lastAt: call.now,
            problem: null,
            problemAt: null,
          })
          .where(isRow(workspaceId, id));
        return taken;
      });
    },

    /**
     * Takes a message of the mailbox that the installation sends from, for whichever workspace it is about.
     * @returns how many events were new; null where no mailbox is forwarded @throws ReportRefused
     */
    takeOwn: async (call: ReportCall): Promise<number | null> => {
      if (deps.ownPassword === null) return null;
      if (!hasPassword(call, deps.ownPassword)) throw new ReportRefused('The password is wrong.');
      let taken = 0;
      for (const event of await readDsn(call.body)) {
        // Only the address that it came to says whose it is.
        if (!event.tag) continue;
        const { workspaceId } = event.tag;
        const by = { workspaceId, reporterId: 'own', source: 'dsn', isForwarded: true };
        const isNew = await withTenant(deps.app, workspaceId, (tx) =>
          applyEvent(tx, deps.limits, by, event, call.now),
        );
        if (isNew) taken += 1;
      }
      return taken;
    },
  };
}
export type MailReporterService = ReturnType<typeof createMailReporters>;
