import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { type WriterSource, aiWriterMonths, aiWriters } from '#src/db/schema/ai-writer.ts';
import { withTenant } from '#src/db/tenant.ts';
import { refusalOf } from '#src/platform/net/reachable.ts';
import type { Clock } from '#src/shared/clock.ts';
import {
  findProvider,
  listedPrice,
  MODEL_PROVIDERS,
  type ProviderId,
  WRITER_CAP_CENTS,
  type WriterChange,
  type WriterSettings,
} from '#src/shared/content/ai-writer.ts';
import { AppError } from '#src/shared/errors.ts';
import { planLimit, planName } from '#src/shared/plan-limit.ts';
import type { PlanId } from '#src/shared/plans.ts';
import type { By } from '../../changed-by.ts';
import { openSecrets, sealSecrets } from '../../connections/secrets.ts';
import type { Price } from './cost.ts';
import { monthOf, shownMonth } from './spend.ts';

/** The model that the operator offers to workspaces of some plans, and pays for. */
export type InstalledModel = {
  provider: ProviderId;
  address: string | null;
  model: string;
  key: string | null;
  price: Price;
  capCents: number;
  plans: readonly PlanId[];
};

export type SettingsDeps = {
  app: Database;
  clock: Clock;
  encryptionKey: Buffer;
  /** Addresses that workspaces enter may lead to private networks. */
  allowPrivate: boolean;
  installed: InstalledModel | null;
};

type Row = typeof aiWriters.$inferSelect;

/** What it takes to ask. */
export type ReadyModel = {
  source: WriterSource;
  provider: ProviderId;
  address: string;
  model: string;
  key: string | null;
  price: Price;
  capCents: number;
};
/** Null: off. `model` is null for a reason that keeps it from being asked. */
export type Choice = { source: WriterSource; title: string; name: string } & (
  | { model: ReadyModel }
  | { model: null; reason: 'not_set_up' | 'not_in_plan' }
);

const secretAt = (workspaceId: string) => ({ workspaceId, table: 'ai_writers', id: workspaceId });

async function rowOf(tx: Tx): Promise<Row | null> {
  const [row] = await tx.select().from(aiWriters);
  return row ?? null;
}

/** Who writes in the transaction's workspace: null where no model does. `evenOff`: as if it were switched on. */
export async function chosenModel(
  tx: Tx,
  deps: Omit<SettingsDeps, 'app'>,
  { evenOff = false } = {},
): Promise<Choice | null> {
  const row = await rowOf(tx);
  if (!row || (!row.isOn && !evenOff)) return null;
  const { planId, entitlements } = await workspacePlan(tx, deps.clock());
  return row.source === 'installation'
    ? installedChoice(deps.installed, planId)
    : ownChoice(deps, row, entitlements);
}

function installedChoice(installed: InstalledModel | null, planId: PlanId): Choice {
  const about = {
    source: 'installation' as const,
    title: installed ? findProvider(installed.provider).title : '',
    name: installed?.model ?? '',
  };
  if (!installed) return { ...about, model: null, reason: 'not_set_up' };
  if (!installed.plans.includes(planId)) return { ...about, model: null, reason: 'not_in_plan' };
  const address = installed.address ?? findProvider(installed.provider).address;
  if (address === null) return { ...about, model: null, reason: 'not_set_up' };
  return { ...about, model: { ...installed, source: 'installation', address } };
}

function ownChoice(
  { encryptionKey }: Pick<SettingsDeps, 'encryptionKey'>,
  row: Row,
  { ownModel }: { ownModel: boolean },
): Choice {
  const provider = findProvider(row.provider);
  const about = { source: 'own' as const, title: provider.title, name: row.model ?? '' };
  if (!ownModel) return { ...about, model: null, reason: 'not_in_plan' };
  const key = openedKey(encryptionKey, row);
  const address = row.address ?? provider.address;
  const price = priceOf(row);
  if (address === null || row.model === null || price === null || (provider.needsKey && key === null))
    return { ...about, model: null, reason: 'not_set_up' };
  const { capCents, model } = row;
  return { ...about, model: { source: 'own', provider: row.provider, address, model, key, price, capCents } };
}

/** Null also where it was sealed with another key of the installation. */
function openedKey(encryptionKey: Buffer, { workspaceId, sealed }: Row): string | null {
  try {
    return openSecrets(encryptionKey, secretAt(workspaceId), sealed)['key'] ?? null;
  } catch {
    return null;
  }
}

function priceOf(row: Row): Price | null {
  const listed = row.model === null ? null : listedPrice(row.provider, row.model);
  const [input, output] = [row.inputPrice ?? listed?.input, row.outputPrice ?? listed?.output];
  return input === undefined || output === undefined ? null : { input, output };
}

/** The settings of a workspace, as the account area and programs see them. */
export function createWriterSettings(deps: SettingsDeps) {
  const { app, clock } = deps;

  async function shown(tx: Tx, workspaceId: string): Promise<WriterSettings> {
    const row = (await rowOf(tx)) ?? blank(workspaceId, clock());
    const { planId, entitlements } = await workspacePlan(tx, clock());
    const { installed } = deps;
    const offered = installed?.plans.includes(planId) ? installed : null;
    const choice = row.isOn ? await chosenModel(tx, deps) : null;
    const [spent] = await tx
      .select()
      .from(aiWriterMonths)
      .where(and(eq(aiWriterMonths.month, monthOf(clock())), eq(aiWriterMonths.source, row.source)));
    return {
      on: row.isOn,
      source: row.source,
      provider: row.provider,
      address: row.address,
      model: row.model,
      keySet: row.sealed !== null,
      inputPrice: dollars(row.inputPrice),
      outputPrice: dollars(row.outputPrice),
      capCents: row.capCents,
      installation: offered && {
        provider: findProvider(offered.provider).title,
        model: offered.model,
        capCents: offered.capCents,
      },
      mayOwn: entitlements.ownModel,
      problem: choice && choice.model === null ? problemOf(row, choice.reason) : null,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      checkedOutcome: row.checkedOutcome,
      spend: spent ? shownMonth(spent) : null,
    };
  }

  return {
    read: (workspaceId: string): Promise<WriterSettings> =>
      withTenant(app, workspaceId, (tx) => shown(tx, workspaceId)),

    /** @throws AppError validation_failed, plan_limit */
    change: (by: By, form: WriterChange): Promise<WriterSettings> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const { workspaceId } = by;
        const before = (await rowOf(tx)) ?? blank(workspaceId, at);
        const next = changed(deps, before, form, at);
        const { planId, entitlements } = await workspacePlan(tx, at);
        if (next.source === 'own' && !entitlements.ownModel && (next.isOn || typeof form.key === 'string'))
          throw planLimit(
            planId,
            'ownModel',
            `The ${planName(planId)} plan doesn’t include an API key of your own for the AI writer.`,
          );
        await tx
          .insert(aiWriters)
          .values(next)
          .onConflictDoUpdate({ target: aiWriters.workspaceId, set: next });
        await recordActivity(tx, {
          ...by,
          action: next.isOn ? 'writer.changed' : 'writer.off',
          subject: next.source === 'own' ? findProvider(next.provider).title : 'the installation’s model',
          at,
        });
        return shown(tx, workspaceId);
      }),
  };
}

const blank = (workspaceId: string, at: Date): Row => ({
  workspaceId,
  isOn: false,
  source: 'own',
  provider: MODEL_PROVIDERS[0].id,
  address: null,
  model: null,
  sealed: null,
  inputPrice: null,
  outputPrice: null,
  capCents: WRITER_CAP_CENTS,
  checkedAt: null,
  checkedOutcome: null,
  updatedAt: at,
});

const dollars = (price: number | null): number | null => (price === null ? null : price / 10_000);
const stored = (price: number | null): number | null => (price === null ? null : Math.round(price * 10_000));

function changed(deps: SettingsDeps, before: Row, form: WriterChange, at: Date): Row {
  const provider = form.provider ?? before.provider;
  const isOther = provider !== before.provider;
  const address = emptyIsNull(form.address === undefined ? (isOther ? null : before.address) : form.address);
  const model = emptyIsNull(form.model === undefined ? (isOther ? null : before.model) : form.model);
  const isMoved = isOther || address !== before.address;
  const isOtherModel = isOther || model !== before.model;
  if (address !== null) {
    const refusal = refusalOf(address, deps.allowPrivate);
    if (refusal) throw invalid('address', `This address can’t be used. ${refusal}`);
  }
  const price = (given: number | null | undefined, kept: number | null): number | null =>
    given === undefined ? (isOtherModel ? null : kept) : stored(given);
  const next: Row = {
    ...before,
    isOn: form.on ?? before.isOn,
    source: form.source ?? before.source,
    provider,
    address,
    model,
    sealed: sealedKey(deps, before, form.key, isMoved),
    inputPrice: price(form.inputPrice, before.inputPrice),
    outputPrice: price(form.outputPrice, before.outputPrice),
    capCents: form.capCents ?? before.capCents,
    updatedAt: at,
    ...(isMoved || isOtherModel || form.key !== undefined ? { checkedAt: null, checkedOutcome: null } : {}),
  };
  if (next.isOn && next.source === 'own') assertComplete(next);
  if (next.isOn && next.source === 'installation' && !deps.installed)
    throw invalid('source', 'This installation offers no model. Enter your own.');
  return next;
}

const emptyIsNull = (text: string | null): string | null => (text === '' ? null : text);

/** A kept key goes only where it was entered for: another address doesn't get it. */
function sealedKey(
  { encryptionKey }: SettingsDeps,
  { workspaceId, sealed }: Row,
  key: string | null | undefined,
  isMoved: boolean,
): string | null {
  if (key === undefined) return isMoved ? null : sealed;
  return key === null || key === '' ? null : sealSecrets(encryptionKey, secretAt(workspaceId), { key });
}

function assertComplete(row: Row): void {
  const provider = findProvider(row.provider);
  if (row.address === null && provider.address === null)
    throw invalid('address', 'Enter the server’s address.');
  if (row.model === null) throw invalid('model', 'Enter a model.');
  if (provider.needsKey && row.sealed === null)
    throw invalid('key', 'Enter the API key. A kept key isn’t used for another provider or address.');
  if (priceOf(row) === null)
    throw invalid(
      'inputPrice',
      'We don’t know what this model costs. Enter its prices, so that the cap can hold.',
    );
}

const invalid = (field: string, sentence: string): AppError =>
  new AppError('validation_failed', sentence, { details: { field } });

function problemOf(row: Row, reason: 'not_set_up' | 'not_in_plan'): string {
  if (reason === 'not_in_plan')
    return row.source === 'own'
      ? 'Your plan doesn’t include using your own API key. The built-in writer writes your alerts.'
      : 'Your plan doesn’t include the installation’s model. The built-in writer writes your alerts.';
  return row.source === 'own'
    ? 'Something is missing. The built-in writer writes your alerts.'
    : 'This installation offers no model. The built-in writer writes your alerts.';
}
