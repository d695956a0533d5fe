import {
  COMPOSED,
  type ComposedVouch,
  type ComposeForm,
  composeFormSchema,
  type ComposePreviewForm,
} from '#src/shared/composed.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { RouteChoices, RouteForm } from '#src/shared/routes.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';
import { type RouteDraft, routeFaults, routeForms } from '#src/web/dashboard/lib/routes/draft.ts';

/** An alert as it is typed. */
export type Draft = {
  /** '' is about no symbol. */
  symbol: string;
  timeframe: Timeframe;
  topic: string;
  headline: string;
  summary: string;
  /** One text; empty lines separate paragraphs. */
  body: string;
  chart: boolean;
  route: RouteDraft;
  /** Null: now. */
  plan: { local: string; timeZone: string } | null;
  /** A planned alert is held back if newer prices are stored by then. */
  holdsStale: boolean;
};

export const emptyDraft = (symbol: string, route: RouteDraft): Draft => ({
  symbol,
  timeframe: '1d',
  topic: '',
  headline: '',
  summary: '',
  body: '',
  chart: true,
  route,
  plan: null,
  holdsStale: true,
});

/** The default brand, to the members. */
export const usualRoute = ({ brands, audiences }: RouteChoices): RouteDraft => ({
  key: 'route',
  stored: null,
  brandId: brands.find(({ isDefault }) => isDefault)?.id ?? '',
  template: 'standard',
  audienceIds: audiences.flatMap(({ id, isMembers }) => (isMembers ? [id] : [])),
  destinationIds: [],
  channels: null,
  reach: 'each',
  approval: 'auto',
  expires: '',
  release: '',
});

const paragraphsOf = (body: string): string[] =>
  body
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter(Boolean);

/** Where a paragraph begins in the text that holds them all. */
export function paragraphStart(body: string, wanted: number): number {
  let from = 0;
  for (const [at, text] of paragraphsOf(body).entries()) {
    const start = body.indexOf(text, from);
    if (at === wanted) return start;
    from = start + text.length;
  }
  return 0;
}

const typed = (draft: Draft, vouches: readonly ComposedVouch[]) => ({
  symbol: draft.symbol === '' ? null : draft.symbol,
  timeframe: draft.timeframe,
  topic: draft.topic,
  headline: draft.headline,
  summary: draft.summary,
  paragraphs: paragraphsOf(draft.body),
  chart: draft.chart,
  route: routeForms([draft.route])[0] satisfies RouteForm | undefined,
  sendAt: draft.plan,
  whenStale: draft.holdsStale ? 'hold' : 'send',
  vouches: [...vouches],
});

/** What is sent, or what is wrong, by the field. */
export const checkDraft = (draft: Draft, vouches: readonly ComposedVouch[]): Checked<ComposeForm> =>
  checkBy(composeFormSchema, typed(draft, vouches), ([first]) =>
    first === 'paragraphs' ? 'body' : String(first),
  );

const ZONES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** What is previewed; null while the route or the time can't be sent. */
export function previewForm(draft: Draft, vouches: readonly ComposedVouch[]): ComposePreviewForm | null {
  if (Object.keys(routeFaults(draft.route)).length > 0) return null;
  if (paragraphsOf(draft.body).length > COMPOSED.paragraphsMax) return null;
  const { plan } = draft;
  const isTime = plan === null || (plan.local.length === 16 && ZONES.has(plan.timeZone));
  if (!isTime) return null;
  return { ...typed(draft, vouches), topic: draft.topic.slice(0, COMPOSED.topicMax) } as ComposePreviewForm;
}
