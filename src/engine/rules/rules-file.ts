import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { calendarSources, instruments, newsSources, rules, watchlists } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { FileExternalRule, ExternalTrigger } from '#src/shared/external/rules.ts';
import { sourcesOf as sourcesNamed } from '#src/shared/rules/elsewhere.ts';
import { messageOf } from '#src/shared/rules/message.ts';
import {
  type FileList,
  type FileRule,
  type LeftOut,
  newestVersion,
  type RulesFile,
  type RulesFileIn,
} from '#src/shared/rules/file.ts';
import type { RulesImported } from '#src/shared/rules/stored.ts';
import { hookAddress } from '../external/webhook/secret.ts';
import { limitsOf } from '../frequency/external-limits.ts';
import { assertRoom as assertExternalRoom, makeExternalRule } from '../external/external-rules.ts';
import type { By } from '../changed-by.ts';
import { approvalInFile, approvalNamed, policyNames } from '../routes/approvals.ts';
import { fileRoutesOf, takeFileRoutes } from '../routes/file-routes.ts';
import { conditionsOf, keepOthers } from './other-symbols.ts';
import { assertMessage, assertRoom, assertTimeframe, marketRow, ofMarket } from './stored-rules.ts';
import { idsOfSymbols, makeWatchlist, symbolsOf } from './watchlists.ts';

export type RulesFileDeps = { app: Database; clock: Clock; publicUrl: string };

/** The rules of a workspace as a file, and back. Neither a secret nor the address of a webhook or a source is in it. */
export function createRulesFile({ app, clock, publicUrl }: RulesFileDeps) {
  return {
    exported: (workspaceId: string): Promise<RulesFile> =>
      withTenant(app, workspaceId, async (tx) => {
        const now = clock();
        const { outside, leftOut } = await externalOut(tx, now);
        return {
          format: 'rules' as const,
          version: 3 as const,
          ...(await marketOut(tx, now)),
          ...(outside.length > 0 && { outside }),
          ...(leftOut.length > 0 && { leftOut }),
        };
      }),

    /** All of them or none, and paused. A webhook gets a new address, which is told here. */
    imported: (by: By, file: RulesFileIn): Promise<RulesImported> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const { rules: market, watchlists: lists = [], outside = [] } = newestVersion(file);
        await assertRoom(tx, by.workspaceId, market.length + outside.length);
        await assertExternalRoom(tx, by.workspaceId, outside.length);
        const watchlists = await marketIn(tx, by, { market, lists }, at);
        const secrets = await externalIn(tx, by, outside, new Date(at.getTime() + market.length));
        const counted = market.length + outside.length;
        const detail = { rules: counted };
        await recordActivity(tx, { ...by, action: 'rules.imported', subject: 'rules', detail, at });
        const answer = { rules: counted, watchlists, addresses: [] };
        await by.keepAnswer?.(tx, 201, answer);
        const addresses = secrets.map(({ id, name, secret }) => ({
          id,
          name,
          address: hookAddress(publicUrl, secret),
        }));
        return { ...answer, addresses };
      }),
  };
}

async function marketOut(tx: Tx, now: Date): Promise<{ watchlists: FileList[]; rules: FileRule[] }> {
  const rows = await tx
    .select({ rule: rules, symbol: instruments.symbol, list: watchlists.name })
    .from(rules)
    .leftJoin(instruments, eq(instruments.id, rules.instrumentId))
    .leftJoin(watchlists, eq(watchlists.id, rules.watchlistId))
    .where(and(ofMarket, isNull(rules.deletedAt)))
    .orderBy(rules.createdAt, rules.id);
  const symbols = await symbolsOf(tx);
  const ids = rows.map(({ rule }) => rule.id);
  const routesOf = await fileRoutesOf(tx, ids, now);
  const policies = await policyNames(tx);
  const lists = new Map<string, FileList>();
  const market = rows.flatMap(({ rule: found, symbol, list }): FileRule[] => {
    const rule = marketRow(found);
    if (!rule) return [];
    const { watchlistId, name, condition, timeframe, settings, message } = rule;
    const approval = approvalInFile(policies, rule.approval);
    if (watchlistId !== null && list !== null)
      lists.set(watchlistId, { name: list, symbols: symbols.get(watchlistId) ?? [] });
    const target = list === null ? { symbol: symbol ?? '' } : { watchlist: list };
    const routes = routesOf.get(rule.id);
    const rest = { settings, ...(message && { message }), approval, ...(routes && { routes }) };
    return [{ name, condition, ...target, timeframe, ...rest }];
  });
  return { watchlists: [...lists.values()], rules: market };
}

/** So many rules are written at once. */
const AT_ONCE = 500;

/** @returns how many watchlists were made */
async function marketIn(
  tx: Tx,
  by: By,
  { market, lists }: { market: readonly FileRule[]; lists: readonly FileList[] },
  at: Date,
): Promise<number> {
  const known = await tx.select().from(watchlists);
  const idOfList = new Map(known.map(({ name, id }) => [name.toLowerCase(), id]));
  const inFile = new Map(lists.map((list) => [list.name.toLowerCase(), list]));
  let made = 0;
  /** One of the workspace comes before one of the file that has its name. */
  const listOf = async (name: string, field: string): Promise<string> => {
    const key = name.toLowerCase();
    const id = idOfList.get(key);
    if (id !== undefined) return id;
    const list = inFile.get(key);
    if (!list)
      throw new AppError('validation_failed', `There is no watchlist “${name}”, here or in the file.`, {
        details: { field },
      });
    const fresh = await makeWatchlist(tx, by, list, at);
    idOfList.set(key, fresh);
    made += 1;
    return fresh;
  };
  const wanted = market.flatMap(({ symbol }) => symbol ?? []);
  const ids = await idsOfSymbols(tx, by.workspaceId, wanted);
  const policies = await policyNames(tx);
  const rows: (typeof rules.$inferInsert)[] = [];
  for (const [index, rule] of market.entries()) {
    assertTimeframe(rule, `rules.${index}.condition`);
    assertMessage(rule, `rules.${index}.message`);
    const createdAt = new Date(at.getTime() + index);
    rows.push({
      workspaceId: by.workspaceId,
      id: newId(),
      name: rule.name,
      condition: rule.condition,
      instrumentId: rule.symbol === undefined ? null : (ids.get(rule.symbol.toUpperCase()) ?? null),
      watchlistId:
        rule.watchlist === undefined ? null : await listOf(rule.watchlist, `rules.${index}.watchlist`),
      timeframe: rule.timeframe,
      settings: rule.settings,
      message: messageOf(rule.message),
      approval: approvalNamed(policies, rule.approval ?? 'auto', `rules.${index}.approval`),
      changedBy: by.actor.userId,
      state: 'paused',
      createdAt,
      updatedAt: createdAt,
    });
  }
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx.insert(rules).values(rows.slice(from, from + AT_ONCE));
  for (const [index, rule] of market.entries()) {
    const id = rows[index]?.id;
    if (id !== undefined && sourcesNamed(...conditionsOf(rule)).length > 0)
      await keepOthers(tx, by.workspaceId, id, rule, `rules.${index}.condition`);
  }
  await takeFileRoutes(
    tx,
    by.workspaceId,
    rows.map(({ id, approval = 'auto' }, index) => ({
      id,
      approval,
      routes: market[index]?.routes ?? [],
      field: `rules.${index}`,
    })),
    at,
  );
  return made;
}

type Kind = 'news' | 'calendar';
const WORDS: Record<Kind, string> = { news: 'source of news', calendar: 'calendar' };

/** The sources of a workspace, oldest first: ids by their kind, and names as they are written. */
async function sourcesOf(tx: Tx): Promise<Record<Kind, { id: string; name: string }[]>> {
  const columns = <T extends typeof newsSources | typeof calendarSources>(table: T) => ({
    id: table.id,
    name: table.name,
  });
  return {
    news: await tx.select(columns(newsSources)).from(newsSources).orderBy(newsSources.createdAt),
    calendar: await tx
      .select(columns(calendarSources))
      .from(calendarSources)
      .orderBy(calendarSources.createdAt),
  };
}

/** A rule whose sources are all gone is left out: without them it would listen to every one. */
async function externalOut(tx: Tx, now: Date): Promise<{ outside: FileExternalRule[]; leftOut: LeftOut }> {
  const known = await sourcesOf(tx);
  const rows = await tx
    .select()
    .from(rules)
    .where(and(ne(rules.kind, 'market'), isNull(rules.deletedAt)))
    .orderBy(rules.createdAt, rules.id);
  const routesOf = await fileRoutesOf(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  const policies = await policyNames(tx);
  const leftOut: LeftOut = [];
  const kept = rows.flatMap(({ id, name, outside, settings, approval }): FileExternalRule[] => {
    if (outside === null) return [];
    const routes = routesOf.get(id);
    const rest = {
      name,
      settings: limitsOf(settings),
      approval: approvalInFile(policies, approval),
      ...(routes && { routes }),
    };
    if (outside.kind === 'webhook') return [{ ...rest, outside }];
    const sources = known[outside.kind]
      .filter(({ id }) => outside.sources.includes(id))
      .map((source) => source.name);
    if (outside.sources.length > 0 && sources.length === 0) {
      leftOut.push({ name, reason: `Every ${WORDS[outside.kind]} that it listened to was removed.` });
      return [];
    }
    return [{ ...rest, outside: { ...outside, sources } }];
  });
  return { outside: kept, leftOut };
}

/** @returns the secrets of the webhooks */
async function externalIn(
  tx: Tx,
  by: By,
  outside: readonly FileExternalRule[],
  at: Date,
): Promise<{ id: string; name: string; secret: string }[]> {
  const known = outside.length === 0 ? { news: [], calendar: [] } : await sourcesOf(tx);
  const policies = await policyNames(tx);
  const made: { id: string; name: string; secret: string }[] = [];
  const routed: Parameters<typeof takeFileRoutes>[2][number][] = [];
  for (const [index, rule] of outside.entries()) {
    const approval = approvalNamed(policies, rule.approval ?? 'auto', `outside.${index}.approval`);
    const form = {
      ...rule,
      approval,
      // Once the rule is there.
      routes: undefined,
      outside: withIds(rule.outside, known, `outside.${index}.outside.sources`),
    };
    const createdAt = new Date(at.getTime() + index);
    const { id, secret } = await makeExternalRule(tx, by, { ...form, state: 'paused' }, createdAt);
    if (secret !== null) made.push({ id, name: rule.name, secret });
    const { routes = [] } = rule;
    routed.push({ id, approval, routes, field: `outside.${index}` });
  }
  await takeFileRoutes(tx, by.workspaceId, routed, at);
  return made;
}

/** @throws AppError validation_failed that names the first source there is none of, or more than one */
function withIds(
  outside: FileExternalRule['outside'],
  known: Record<Kind, { id: string; name: string }[]>,
  field: string,
): ExternalTrigger {
  if (outside.kind === 'webhook') return outside;
  const sources = outside.sources.map((name) => {
    const [source, other] = known[outside.kind].filter(
      (each) => each.name.toLowerCase() === name.toLowerCase(),
    );
    const refused = (sentence: string) => new AppError('validation_failed', sentence, { details: { field } });
    if (!source) throw refused(`There is no ${WORDS[outside.kind]} called “${name}”.`);
    // Which of them was meant, no name can say.
    if (other)
      throw refused(`There is more than one ${WORDS[outside.kind]} called “${name}”: give one another name.`);
    return source.id;
  });
  return { ...outside, sources: [...new Set(sources)] };
}
