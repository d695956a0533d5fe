import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { STYLES } from '#src/shared/content/layout.ts';
import { AppError } from '#src/shared/errors.ts';
import type { FileRoute, Route } from '#src/shared/routes.ts';
import { approvalInFile, approvalNamed } from './approvals.ts';
import { checkRoute } from './check-route.ts';
import { routeChoices } from './route-choices.ts';
import { insertRoutes, routesOf } from './stored-routes.ts';

/** Routes as a file has them, by the ids of their rules. What was removed since is left out, and routes to nobody. */
export async function fileRoutesOf(
  tx: Tx,
  ruleIds: readonly string[],
  now: Date,
): Promise<Map<string, FileRoute[]>> {
  const stored = await routesOf(tx, ruleIds);
  if (stored.size === 0) return new Map();
  const { brands, policies } = await routeChoices(tx, now);
  const usual = brands.find(({ isDefault }) => isDefault)?.id;
  const inFile = (route: Route): FileRoute[] => {
    const { brand, channels, reach, approval, expiresMinutes, releaseMinutes } = route;
    const audiences = route.audiences.filter(({ removed }) => !removed).map(({ name }) => name);
    const destinations = route.destinations
      .filter(({ removed }) => !removed)
      .map(({ connection, name }) => ({ connection, name }));
    if (brand.archived || audiences.length + destinations.length === 0) return [];
    const named = {
      ...(brand.id === usual ? {} : { brand: brand.name }),
      ...(route.template.name === 'standard' ? {} : { template: route.template.name }),
    };
    const how = {
      channels,
      reach,
      approval: approvalInFile(policies, approval),
      expiresMinutes,
      // A file from before has none.
      ...(releaseMinutes !== null && { releaseMinutes }),
    };
    return [{ ...named, audiences, destinations, ...how }];
  };
  return new Map([...stored].map(([id, routes]) => [id, routes.flatMap(inFile)]));
}

type RuleInFile = {
  id: string;
  approval: Route['approval'];
  routes: readonly FileRoute[];
  /** Of the rule in the file, such as `rules.0`. */
  field: string;
};

/**
 * Gives rules of a file, which have none yet, their routes.
 * @throws AppError validation_failed that names what the workspace has none of, or more than one
 */
export async function takeFileRoutes(
  tx: Tx,
  workspaceId: string,
  rules: readonly RuleInFile[],
  at: Date,
): Promise<void> {
  const routed = rules.filter(({ routes }) => routes.length > 0);
  if (routed.length === 0) return;
  const choices = await routeChoices(tx, at);
  const made = routed.flatMap(({ id, approval, routes, field }) =>
    routes.map((route, position) => {
      const here = `${field}.routes.${position}`;
      const audienceIds = route.audiences.map((name) =>
        only(choices.audiences, 'audience', name, `${here}.audiences`, (each) => isNamed(each.name, name)),
      );
      const destinationIds = route.destinations.map(({ connection, name }) =>
        only(
          choices.destinations,
          'destination',
          `${connection}: ${name}`,
          `${here}.destinations`,
          (each) => isNamed(each.connection, connection) && isNamed(each.name, name),
        ),
      );
      const { brand } = route;
      const brandId =
        brand === undefined
          ? undefined
          : only(choices.brands, 'brand', brand, `${here}.brand`, (each) => isNamed(each.name, brand));
      const form = {
        ...route,
        brandId,
        approval:
          route.approval === undefined
            ? undefined
            : approvalNamed(choices.policies, route.approval, `${here}.approval`),
        template: templateNamed(choices.templates, route.template, `${here}.template`),
        audienceIds,
        destinationIds,
      };
      const checked = checkRoute(form, { choices, approval, field: here });
      return {
        ...checked,
        id: newId(),
        workspaceId,
        ruleId: id,
        position,
        createdAt: at,
        updatedAt: at,
      };
    }),
  );
  await insertRoutes(tx, made);
}

const templateNamed = (
  there: readonly { id: string; name: string }[],
  name: string | undefined,
  field: string,
): string | undefined =>
  name === undefined || STYLES.some((style) => style === name)
    ? name
    : only(there, 'template', name, field, (each) => isNamed(each.name, name));

const isNamed = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function only<T extends { id: string }>(
  there: readonly T[],
  what: string,
  name: string,
  field: string,
  isIt: (each: T) => boolean,
): string {
  const [one, other] = there.filter(isIt);
  const refused = (sentence: string) => new AppError('validation_failed', sentence, { details: { field } });
  if (!one) throw refused(`There is no ${what} called “${name}”. Add it, or remove it from the file.`);
  if (other) throw refused(`There is more than one ${what} called “${name}”. Rename one.`);
  return one.id;
}
