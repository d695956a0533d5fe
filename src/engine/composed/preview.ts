import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ComposePreview, ComposePreviewForm, PlanForm } from '#src/shared/composed.ts';
import { COMPOSED_FIGURE_NAMES, COMPOSED_FIGURES, topicOf } from '#src/shared/composed.ts';
import type { Clock } from '#src/shared/clock.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { wholeText } from '#src/shared/content/prepared.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { AppError } from '#src/shared/errors.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import { barsUpTo, type BarDeps } from '../alerts/charted-bars.ts';
import { channelsToWrite } from '../alerts/channels-to-write.ts';
import { layoutOfRoute } from '../alerts/layout-of.ts';
import { barOn } from '../barred/bar-on.ts';
import type { Channel } from '../channels/channel.ts';
import { figureReader } from '../content/gate/facts.ts';
import { chartOf } from '../content/picture/chart-of-event.ts';
import { barsWanted } from '../content/picture/event-charts.ts';
import { formOf, laidOut } from '../content/templates/lay-out.ts';
import { layOutWith } from '../content/templates/lay-out-with.ts';
import { readSlot } from '../content/slot-reader.ts';
import { WriterError } from '../content/writer.ts';
import { checkWords } from '../content/composed/check.ts';
import { builtInDraft } from '../content/composed/draft.ts';
import { type ReadForm, readForm, wordsOf } from './form.ts';
import { FIGURE_SOURCES } from '../content/composed/parts.ts';
import { type ComposedPolicy, policyFor } from '../approval/policies/composed-policy.ts';
import { readPlan } from './plans.ts';
import { writeComposed } from '../alerts/composed/written.ts';

export type ComposePreviewDeps = BarDeps & { clock: Clock };

/** What an alert that isn't sent yet would read like, and what keeps it from going out. Nothing is stored. */
export async function previewComposed(
  deps: ComposePreviewDeps,
  workspaceId: string,
  form: ComposePreviewForm,
): Promise<ComposePreview> {
  const { read, over, policy, layout, bar } = await withTenant(deps.app, workspaceId, (tx) =>
    readAll(tx, workspaceId, form, deps.clock()),
  );
  const words = wordsOf(form);
  const findings = checkWords(
    { ...words, topic: topicOf(form) },
    { facts: read.facts, language: read.language, forbidden: read.brand.voice.avoid ?? [] },
    form.vouches,
  );
  const reader = read.facts && figureReader(read.facts, read.language);
  const sending = form.sendAt ? shownTime(form.sendAt, deps.clock()) : null;
  const time = reader && readSlot(reader, ...FIGURE_SOURCES.time);
  const document = await written(deps, workspaceId, { read, form, layout });
  return {
    figures: COMPOSED_FIGURE_NAMES.flatMap((name) => {
      const slot = reader && readSlot(reader, ...FIGURE_SOURCES[name]);
      return slot ? [{ name, label: COMPOSED_FIGURES[name], text: slot.text }] : [];
    }),
    bar: time && { time: read.event.barTs.toISOString(), says: time.text },
    problem: read.problem,
    findings,
    ready: document !== null && !sending?.problem && findings.every(({ vouched }) => vouched),
    sending,
    draft: builtInDraft(read),
    barred: bar?.reason ?? null,
    approval: shownPolicy(policy),
    channels: document ? await Promise.all(over.map((channel) => shown(channel, document))) : [],
  };
}

async function readAll(tx: Tx, workspaceId: string, form: ComposePreviewForm, now: Date) {
  const read = await readForm(tx, workspaceId, form, now);
  const { route, chosen } = read;
  const { entitlements } = await workspacePlan(tx, now);
  const all = await channelsToWrite(tx, workspaceId);
  return {
    read,
    over: route.channels === null ? all : all.filter(({ kind }) => route.channels?.includes(kind)),
    policy: await policyFor(tx, { workspaceId, brandId: route.brandId, chosen }),
    layout: await layoutOfRoute(tx, route, entitlements),
    bar: await barOn(tx, aboutForm(read), now),
  };
}

/** It has no rule yet that could be muted. */
const aboutForm = ({ route, instrument, event }: ReadForm) => ({
  ruleId: NO_RULE,
  brandId: route.brandId,
  instrumentId: instrument?.id ?? null,
  about: event.about,
});
const NO_RULE = '00000000-0000-0000-0000-000000000000';

type Layout = Awaited<ReturnType<typeof readAll>>['layout'];

/** Null while there is no headline or summary yet. */
async function written(
  deps: ComposePreviewDeps,
  workspaceId: string,
  { read, form, layout }: { read: ReadForm; form: ComposePreviewForm; layout: Layout },
): Promise<AlertDocument | null> {
  try {
    const { document, ground } = writeComposed(
      { words: wordsOf(form), language: read.language, chart: form.chart },
      read,
    );
    return await layOutWith(layout, await withSketch(deps, workspaceId, read, document), ground);
  } catch (error) {
    if (error instanceof WriterError) return null;
    throw error;
  }
}

/** Says in the chart’s place what it will show: it is drawn when the alert is sent. */
async function withSketch(
  deps: ComposePreviewDeps,
  workspaceId: string,
  { instrument, event, facts }: ReadForm,
  document: AlertDocument,
): Promise<AlertDocument> {
  if (!instrument || !facts || !document.chart || event.timeframe === null) return document;
  const { evidence } = facts;
  const about = {
    detector: event.detector,
    evidence,
    timeframe: event.timeframe,
    instrument: { ...instrument, timeZone: facts.timeZone },
  };
  const wanted = barsWanted(about.detector, evidence);
  const bars = await barsUpTo(deps, workspaceId, about, wanted.shown + wanted.before);
  if (bars.length < 8) return { ...document, chart: null };
  const { description } = chartOf(document, { ...about, bars });
  return { ...document, chart: { ...document.chart, description } };
}

async function shown({ kind, title, limits, render }: Channel, document: AlertDocument) {
  const prepared = await render(laidOut(document, formOf(limits)));
  return {
    kind,
    title,
    subject: prepared.title,
    text: wholeText(prepared),
    html: prepared.html && withoutFooter(prepared.html),
    buttons: prepared.buttons ?? [],
    preflight: preflight(prepared, limits),
  };
}

const ASKS = { auto: 'never', smart: 'sometimes', human: 'always' } as const;

const shownPolicy = ({ policy, raised }: ComposedPolicy): ComposePreview['approval'] => ({
  name: policy.name,
  asks: ASKS[policy.content.mode],
  why: raised ? 'Every active rule of this brand is under a stricter policy, so this alert is too.' : null,
});

function shownTime(plan: PlanForm, now: Date): NonNullable<ComposePreview['sending']> {
  try {
    const { sendAt, note } = readPlan(plan, now);
    return { at: sendAt.toISOString(), note, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { at: null, note: null, problem: error.message };
  }
}
