import type { RouteChoices } from '#src/shared/routes.ts';
import type { RouteDraft } from './draft.ts';

type Fit = { kind: string; says: string; isFine: boolean };

/** How the newest alert would fit the channels that a route goes over: "Telegram: 212 of 1,024 characters". */
export function fitsOf(
  { channels, audienceIds, destinationIds }: Pick<RouteDraft, 'channels' | 'audienceIds' | 'destinationIds'>,
  choices: Pick<RouteChoices, 'channels' | 'destinations'>,
): Fit[] {
  const places = choices.destinations.filter(({ id }) => destinationIds.includes(id));
  const isUsed = (kind: string): boolean =>
    places.some(({ channel }) => channel === kind) ||
    (audienceIds.length > 0 && (channels === null || channels.includes(kind)));
  return choices.channels
    .filter(({ kind, inPlan }) => inPlan && isUsed(kind))
    .flatMap(({ kind, title, preflight }): Fit[] => {
      if (!preflight || preflight.parts.length === 0) return [];
      const { parts, fits: isFine } = preflight;
      // Where it doesn't fit, only what doesn't.
      const shown = parts.filter(({ fits }) => fits === isFine).map(({ says }) => says);
      return [{ kind, says: `${title}: ${shown.join(', ')}`, isFine }];
    });
}
