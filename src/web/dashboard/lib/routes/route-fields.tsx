import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Route, type RouteChoices, ROUTES_MAX } from '#src/shared/routes.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { type RouteDraft, routeFaults } from './draft.ts';
import { routeChoicesQuery } from './queries.ts';
import { OneRoute } from './one-route.tsx';
import { defaultRoute, routeSentence } from './words.ts';

/** Who gets the alerts of a rule: its routes in plain words, each open to change. */
export function RouteFields({
  drafts,
  approval,
  isOpen,
  showFaults,
  onChange,
}: {
  drafts: readonly RouteDraft[];
  /** The rule's, which a new route begins with. */
  approval: Route['approval'];
  /** Whether it may be changed. */
  isOpen: boolean;
  /** Whether it was checked: then what is wrong is shown. */
  showFaults: boolean;
  onChange: (drafts: RouteDraft[]) => void;
}) {
  const choices = useQuery(routeChoicesQuery);
  const titleOf = useChannelTitle();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { data } = choices;
  if (!data)
    return choices.error ? (
      <ErrorState
        heading="h3"
        title="Brands and audiences couldn’t be loaded"
        text={choices.error.message}
        onRetry={() => void choices.refetch()}
      />
    ) : (
      <output className="block">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-6 w-80 max-w-full" />
      </output>
    );
  const usual = data.brands.find(({ isDefault }) => isDefault);
  const add = (): void => {
    const key = crypto.randomUUID();
    setOpen(new Set([...open, key]));
    onChange([...drafts, newRoute(key, data, approval)]);
  };
  const put = (key: string, change: Partial<RouteDraft>): void =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {drafts.length === 0 ? (
        <p className="text-base">{defaultRoute(usual?.name)}</p>
      ) : (
        <ul aria-label="Routes" className="border-t border-line">
          {drafts.map((draft, place) => {
            const faults = showFaults ? routeFaults(draft) : {};
            const isShown = open.has(draft.key) || Object.keys(faults).length > 0;
            const sentence = sentenceOf(draft, data, titleOf);
            return (
              <li key={draft.key} className="border-b border-line py-3">
                <div className="flex items-start justify-between gap-4">
                  <p className="min-w-0 grow py-1.5 text-base break-words">{sentence}</p>
                  {isOpen ? (
                    <span className="flex shrink-0 gap-1">
                      <Button
                        variant="quiet"
                        size="icon"
                        aria-label={`${isShown ? 'Close' : 'Edit'} route ${place + 1}`}
                        aria-expanded={isShown}
                        onClick={() => {
                          const next = new Set(open);
                          if (!next.delete(draft.key)) next.add(draft.key);
                          setOpen(next);
                        }}
                      >
                        <Pencil size={16} aria-hidden="true" />
                      </Button>
                      <Button
                        variant="quiet"
                        size="icon"
                        aria-label={`Remove route ${place + 1}`}
                        onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
                      >
                        <Trash2 size={16} aria-hidden="true" />
                      </Button>
                    </span>
                  ) : null}
                </div>
                {isShown && isOpen ? (
                  <OneRoute
                    draft={draft}
                    place={place + 1}
                    choices={data}
                    faults={faults}
                    set={(change) => put(draft.key, change)}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {isOpen && drafts.length < ROUTES_MAX ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" onClick={add}>
            <Plus size={16} aria-hidden="true" />
            Add a route
          </Button>
          <p className="text-sm text-ink-2">
            {drafts.length === 0
              ? 'A route sends it to the audiences you choose, in the brand you choose.'
              : 'Each person gets an event once per brand and channel, whatever routes lead to them.'}
          </p>
        </div>
      ) : null}
    </div>
  );
}

const newRoute = (
  key: string,
  { brands, audiences }: RouteChoices,
  approval: Route['approval'],
): RouteDraft => ({
  key,
  stored: null,
  brandId: brands.find(({ isDefault }) => isDefault)?.id ?? '',
  template: 'standard',
  audienceIds: audiences.flatMap(({ id, isMembers }) => (isMembers ? [id] : [])),
  destinationIds: [],
  channels: null,
  reach: 'each',
  approval,
  expires: '',
  release: '',
});

function sentenceOf(draft: RouteDraft, choices: RouteChoices, titleOf: (kind: string) => string): string {
  const { stored } = draft;
  const brands = [...choices.brands, ...(stored ? [stored.brand] : [])];
  const audiences = [...choices.audiences, ...(stored?.audiences ?? [])];
  const destinations = [...choices.destinations, ...(stored?.destinations ?? [])];
  const names = (ids: readonly string[], there: readonly { id: string; name: string }[]) =>
    ids.flatMap((id) => there.find((each) => each.id === id)?.name ?? []);
  return routeSentence(
    {
      brand: names([draft.brandId], brands)[0] ?? '',
      to: [...names(draft.audienceIds, audiences), ...names(draft.destinationIds, destinations)],
      channels: draft.channels && [...draft.channels],
      reach: draft.reach,
      approval: draft.approval,
      expiresMinutes: minutesOf(draft.expires),
      releaseMinutes: minutesOf(draft.release),
    },
    titleOf,
  );
}

const minutesOf = (typed: string): number | null =>
  typed === '' || !Number.isInteger(Number(typed)) ? null : Number(typed);
