import { ArrowUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { STYLE_LABELS, STYLES } from '#src/shared/content/layout.ts';
import type { RouteChoices } from '#src/shared/routes.ts';
import { ApprovalSelect } from '#src/web/dashboard/lib/approval/approval-select.tsx';
import type { Faults } from '#src/web/lib/forms/check.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { RouteDraft } from './draft.ts';
import { fitsOf } from './fits.ts';

/** The fields of a route. */
export function OneRoute({
  draft,
  place,
  choices,
  faults,
  set,
}: {
  draft: RouteDraft;
  /** From 1. */
  place: number;
  choices: RouteChoices;
  faults: Faults;
  set: (change: Partial<RouteDraft>) => void;
}) {
  const { stored } = draft;
  const brands = choices.brands
    .filter(({ id, inPlan }) => inPlan || id === draft.brandId)
    .map(({ id, name }) => ({ value: id, label: name }));
  const isGone = stored && brands.every(({ value }) => value !== stored.brand.id);
  const own = choices.templates
    .filter(({ id, inPlan }) => inPlan || id === draft.template)
    .map(({ id, name }) => ({ value: id, label: name }));
  const templates = [...own, ...removedTemplate(stored, own)];
  const destinations = choices.destinations.map(({ id, name, connection }) => ({
    id,
    name: `${connection}: ${name}`,
  }));
  const fits = fitsOf(draft, choices);
  return (
    <fieldset className="mt-2 mb-3 grid gap-5 border-l-2 border-rule pl-4 sm:grid-cols-2">
      <legend className="sr-only">Route {place}</legend>
      <Select
        label="Brand"
        options={[
          ...brands,
          ...(isGone ? [{ value: stored.brand.id, label: `${stored.brand.name} (archived)` }] : []),
        ]}
        value={draft.brandId}
        onChange={(event) => set({ brandId: event.target.value })}
      />
      <Select
        label="Template"
        hint="Routes in the same brand share the template of the first."
        options={[
          ...STYLES.map((style) => ({ value: style as string, label: STYLE_LABELS[style] })),
          ...templates,
        ]}
        value={draft.template}
        onChange={(event) => set({ template: event.target.value })}
      />
      <TextField
        label="Expires after, in minutes"
        inputMode="numeric"
        autoComplete="off"
        hint="An older alert isn’t sent. Empty: no limit."
        value={draft.expires}
        error={faults['expiresMinutes']}
        onChange={(event) => set({ expires: event.target.value.trim() })}
      />
      <TextField
        label="Embargo, in minutes"
        inputMode="numeric"
        autoComplete="off"
        hint="How much later its audiences and destinations get the alert. Empty: no delay."
        value={draft.release}
        error={faults['releaseMinutes']}
        onChange={(event) => set({ release: event.target.value.trim() })}
      />
      <Ticks
        legend="Audiences"
        options={[...choices.audiences, ...removedOf(stored?.audiences, choices.audiences)]}
        chosen={draft.audienceIds}
        error={faults['audienceIds']}
        manage={{ to: '/audiences', label: 'Manage audiences' }}
        onChange={(audienceIds) => set({ audienceIds })}
      />
      {destinations.length > 0 || (stored?.destinations.length ?? 0) > 0 ? (
        <Ticks
          legend="Destinations"
          options={[...destinations, ...removedOf(stored?.destinations, choices.destinations)]}
          chosen={draft.destinationIds}
          error={faults['destinationIds']}
          manage={{ to: '/channels', label: 'Manage destinations' }}
          onChange={(destinationIds) => set({ destinationIds })}
        />
      ) : null}
      {choices.channels.length > 1 || draft.channels !== null ? (
        <Channels draft={draft} choices={choices} error={faults['channels']} set={set} />
      ) : null}
      <ApprovalSelect
        value={draft.approval}
        onChange={(event) => set({ approval: event.target.value as RouteDraft['approval'] })}
      />
      {fits.length > 0 ? (
        <div className="text-sm sm:col-span-2">
          <p className="font-medium">Would your newest alert fit?</p>
          <ul className="mt-1.5 grid gap-1">
            {fits.map(({ kind, says, isFine }) => (
              <li key={kind} className={isFine ? 'text-ink-2' : 'font-medium text-fault'}>
                {says}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </fieldset>
  );
}

/** One that was deleted since, as long as the route names it. */
const removedTemplate = (
  stored: RouteDraft['stored'],
  there: readonly { value: string }[],
): { value: string; label: string }[] => {
  const { id = null, name = '' } = stored?.template ?? {};
  if (id === null || there.some(({ value }) => value === id)) return [];
  return [{ value: id, label: `${name} (deleted)` }];
};

const removedOf = (
  stored: readonly { id: string; name: string }[] | undefined,
  there: readonly { id: string }[],
): { id: string; name: string }[] =>
  (stored ?? [])
    .filter(({ id }) => there.every((each) => each.id !== id))
    .map(({ id, name }) => ({ id, name: `${name} (deleted)` }));

/** Channels in the order of preference, and whether one or each of them is used. */
function Channels({
  draft,
  choices,
  error,
  set,
}: {
  draft: RouteDraft;
  choices: RouteChoices;
  error: string | undefined;
  set: (change: Partial<RouteDraft>) => void;
}) {
  const chosen = draft.channels;
  const all = choices.channels.filter(({ kind, inPlan }) => inPlan || chosen?.includes(kind));
  const ordered = chosen
    ? [
        ...chosen.map((kind) => ({ kind, title: all.find((each) => each.kind === kind)?.title ?? kind })),
        ...all.filter(({ kind }) => !chosen.includes(kind)),
      ]
    : [];
  return (
    <>
      <div className="grid content-start gap-3">
        <Select
          label="Channels"
          options={[
            { value: 'all', label: 'Every channel' },
            { value: 'some', label: 'These, in this order' },
          ]}
          value={chosen ? 'some' : 'all'}
          onChange={(event) =>
            set({ channels: event.target.value === 'all' ? null : all.map(({ kind }) => kind) })
          }
        />
        {chosen ? (
          <Group legend="Channels in the order of preference" error={error}>
            {ordered.map(({ kind, title }) => {
              const at = chosen.indexOf(kind);
              return (
                <div key={kind} className="flex min-h-9 items-center justify-between gap-3">
                  <Checkbox
                    label={at < 0 ? title : `${at + 1}. ${title}`}
                    checked={at >= 0}
                    onChange={() =>
                      set({ channels: at < 0 ? [...chosen, kind] : chosen.filter((each) => each !== kind) })
                    }
                  />
                  {at > 0 ? (
                    <Button
                      variant="quiet"
                      size="icon"
                      aria-label={`Move ${title} up`}
                      onClick={() =>
                        set({
                          channels: chosen.with(at, chosen[at - 1] ?? kind).with(at - 1, kind),
                        })
                      }
                    >
                      <ArrowUp size={16} aria-hidden="true" />
                    </Button>
                  ) : null}
                </div>
              );
            })}
          </Group>
        ) : null}
      </div>
      <Select
        label="Send over"
        hint="For people with several of these channels."
        options={[
          { value: 'each', label: 'Each channel' },
          { value: 'preferred', label: 'The first channel only' },
        ]}
        value={draft.reach}
        onChange={(event) => set({ reach: event.target.value as RouteDraft['reach'] })}
      />
    </>
  );
}

function Ticks({
  legend,
  options,
  chosen,
  error,
  manage,
  onChange,
}: {
  legend: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  error: string | undefined;
  manage: { to: string; label: string };
  onChange: (chosen: string[]) => void;
}) {
  return (
    <Group legend={legend} shown error={error}>
      <div className="grid max-h-64 gap-3 overflow-y-auto py-0.5">
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<span className="wrap-anywhere">{name}</span>}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
      <Link to={manage.to} className="mt-3 inline-block text-sm text-ink-2 underline">
        {manage.label}
      </Link>
    </Group>
  );
}

function Group({
  legend,
  shown = false,
  error,
  children,
}: {
  legend: string;
  shown?: boolean;
  error: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset
      tabIndex={error ? -1 : undefined}
      data-problem={error ? '' : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend className={shown ? 'mb-2.5 text-sm font-medium' : 'sr-only'}>{legend}</legend>
      {children}
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  );
}
