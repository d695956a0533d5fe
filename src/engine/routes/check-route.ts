import { newId } from '#src/db/ids.ts';
import { isStandardPolicy } from '#src/shared/approval.ts';
import { type Style, STYLES } from '#src/shared/content/layout.ts';
import type { PlanClass } from '#src/shared/channels.ts';
import { AppError } from '#src/shared/errors.ts';
import { type LimitName, planLimit } from '#src/shared/plan-limit.ts';
import type { PlanId } from '#src/shared/plans.ts';
import type { Route, RouteChoices, RouteForm } from '#src/shared/routes.ts';
import { findChannel } from '../channels/registry.ts';

/** A route as it is stored, without its place. */
export type CheckedRoute = Pick<
  Route,
  'id' | 'channels' | 'reach' | 'approval' | 'expiresMinutes' | 'releaseMinutes'
> & {
  brandId: string;
  style: Style;
  templateId: string | null;
  audienceIds: string[];
  destinationIds: string[];
};

export const checkedOf = (route: Route): CheckedRoute => ({
  id: route.id,
  brandId: route.brand.id,
  style: route.template.style,
  templateId: route.template.id,
  audienceIds: route.audiences.map(({ id }) => id).toSorted(),
  destinationIds: route.destinations.map(({ id }) => id).toSorted(),
  channels: route.channels,
  reach: route.reach,
  approval: route.approval,
  expiresMinutes: route.expiresMinutes,
  releaseMinutes: route.releaseMinutes,
});

const SOLD_AS: Partial<Record<PlanClass, LimitName>> = {
  messaging: 'messagingPlatforms',
  social: 'socialMedia',
  hosted: 'hostedPages',
  trading: 'tradingPlatforms',
};

type Ground = {
  choices: RouteChoices & { planId: PlanId };
  /** The rule's. */
  approval: Route['approval'];
  /** Of the route in the request, such as `routes.0`. */
  field: string;
  /** The same route as it is stored. What it names may stay, whatever became of it since. */
  before?: Route | undefined;
};

/**
 * Whether a route names what the workspace has and its plan includes.
 * @throws AppError validation_failed with the field, or plan_limit
 */
export function checkRoute(form: RouteForm, { choices, approval, field, before }: Ground): CheckedRoute {
  const was = before && checkedOf(before);
  const refuse = (sentence: string, at: string) =>
    new AppError('validation_failed', sentence, { details: { field: `${field}.${at}` } });
  const brand = choices.brands.find(({ id, isDefault }) =>
    form.brandId === undefined ? isDefault : id === form.brandId,
  );
  const brandId = brand?.id ?? form.brandId;
  if (brandId === undefined || (!brand && brandId !== was?.brandId))
    throw refuse('There is no such brand, or it is archived. Choose another.', 'brandId');
  if (brand?.inPlan === false && brandId !== was?.brandId)
    throw planLimit(choices.planId, 'brands', `Your plan doesn’t include the brand “${brand.name}”.`);
  const templateId = templateOf(form, was?.templateId ?? null, { choices, refuse });
  const missing = (
    named: readonly string[],
    there: readonly { id: string }[],
    kept: readonly string[] = [],
  ) => {
    const known = new Set([...there.map(({ id }) => id), ...kept]);
    return named.some((id) => !known.has(id));
  };
  if (missing(form.audienceIds, choices.audiences, was?.audienceIds))
    throw refuse('There is no such audience. Choose another.', 'audienceIds');
  if (missing(form.destinationIds, choices.destinations, was?.destinationIds))
    throw refuse('There is no such destination. Choose another.', 'destinationIds');
  const chosen = form.approval ?? approval;
  if (
    !isStandardPolicy(chosen) &&
    chosen !== was?.approval &&
    choices.policies.every(({ id }) => id !== chosen)
  )
    throw refuse('There is no such approval policy. Choose another.', 'approval');
  for (const kind of form.channels ?? []) {
    const channel = choices.channels.find((each) => each.kind === kind);
    if (was?.channels?.includes(kind)) continue;
    if (!channel) throw refuse(`There is no channel “${kind}”.`, 'channels');
    const limit = SOLD_AS[findChannel(kind)?.planClass ?? 'included'];
    if (!channel.inPlan && limit)
      throw planLimit(choices.planId, limit, `Your plan doesn’t include ${channel.title}.`);
  }
  return {
    id: before?.id ?? newId(),
    brandId,
    style: STYLES.find((style) => style === form.template) ?? 'standard',
    templateId,
    audienceIds: form.audienceIds.toSorted(),
    destinationIds: form.destinationIds.toSorted(),
    channels: form.channels ?? null,
    reach: form.reach ?? 'each',
    approval: chosen,
    expiresMinutes: form.expiresMinutes ?? null,
    releaseMinutes: form.releaseMinutes ?? null,
  };
}

/** Null for a layout of ours. */
function templateOf(
  { template }: RouteForm,
  was: string | null,
  { choices, refuse }: Pick<Ground, 'choices'> & { refuse: (sentence: string, at: string) => AppError },
): string | null {
  if (template === undefined || STYLES.some((style) => style === template)) return null;
  const found = choices.templates.find(({ id }) => id === template);
  if (template === was) return template;
  if (!found) throw refuse('There is no such template. Choose another.', 'template');
  if (!found.inPlan)
    throw planLimit(choices.planId, 'customTemplates', 'Your plan doesn’t include your own templates.');
  return template;
}
