import { type Reach, type Route, routeFormSchema, type RouteForm } from '#src/shared/routes.ts';
import { checkBy, type Faults } from '#src/web/lib/forms/check.ts';

/** A route as it is chosen. The whole route is kept, so that what was removed since still has its name. */
export type RouteDraft = {
  /** Its place on the screen, whatever its order. */
  key: string;
  /** As it is stored; none of a new one. */
  stored: Route | null;
  /** '' is the default brand. */
  brandId: string;
  /** A style of ours, or the id of a template. */
  template: string;
  audienceIds: readonly string[];
  destinationIds: readonly string[];
  /** In the order of preference; null is every channel. */
  channels: readonly string[] | null;
  reach: Reach;
  approval: Route['approval'];
  expires: string;
  release: string;
};

export const routeDrafts = (routes: readonly Route[]): RouteDraft[] =>
  routes.map((route) => ({
    key: route.id,
    stored: route,
    brandId: route.brand.id,
    template: route.template.id ?? route.template.style,
    audienceIds: route.audiences.map(({ id }) => id),
    destinationIds: route.destinations.map(({ id }) => id),
    channels: route.channels,
    reach: route.reach,
    approval: route.approval,
    expires: route.expiresMinutes?.toString() ?? '',
    release: route.releaseMinutes?.toString() ?? '',
  }));

const typedForm = (draft: RouteDraft) => ({
  ...(draft.stored && { id: draft.stored.id }),
  ...(draft.brandId !== '' && { brandId: draft.brandId }),
  template: draft.template,
  audienceIds: [...draft.audienceIds],
  destinationIds: [...draft.destinationIds],
  channels: draft.channels && [...draft.channels],
  reach: draft.reach,
  approval: draft.approval,
  expiresMinutes: draft.expires === '' ? null : Number(draft.expires),
  releaseMinutes: draft.release === '' ? null : Number(draft.release),
});

/** What is sent. */
export const routeForms = (drafts: readonly RouteDraft[]): RouteForm[] => drafts.map(typedForm);

/** What is wrong with a route, by its field; nothing where it can be sent. */
export const routeFaults = (draft: RouteDraft): Faults =>
  checkBy(routeFormSchema, typedForm(draft)).faults ?? {};

export const hasRouteFaults = (drafts: readonly RouteDraft[]): boolean =>
  drafts.some((draft) => Object.keys(routeFaults(draft)).length > 0);
