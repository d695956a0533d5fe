import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { FieldError } from '#src/web/ui/field.tsx';

const PREFIX = 'source ';

/** The ids that are chosen in a form with a `SourceChoice`. */
export const chosenSources = (data: FormData): string[] =>
  [...data.keys()].flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));

/** What it calls the sources. */
export type SourceWords = {
  legend: string;
  removed: string;
  failed: string;
  none: string;
  add: { to: string; label: string };
};

/**
 * The sources that a rule listens to. An empty choice means all of them, so that none may be lost by accident: what was
 * chosen stays in the form while the sources are loading, where they cannot be loaded, and where one was removed.
 */
export function SourceChoice({
  words,
  chosen,
  sources: { data, error, refetch },
}: {
  words: SourceWords;
  chosen: readonly string[];
  /** As a query returns them. */
  sources: {
    data: readonly { id: string; name: string }[] | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
}) {
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>(() =>
    Object.fromEntries(chosen.map((id) => [id, true])),
  );
  const removed = Object.keys(ticks).filter((id) => data?.every((source) => source.id !== id));
  const offered = [...(data ?? []), ...removed.map((id) => ({ id, name: words.removed }))];
  return (
    <fieldset>
      <legend className="mb-2.5 text-sm font-medium">{words.legend}</legend>
      {data === undefined ? (
        <>
          {Object.entries(ticks).map(([id, isTicked]) =>
            isTicked ? <input key={id} type="hidden" name={`${PREFIX}${id}`} /> : null,
          )}
          {error ? (
            <Failed
              what={words.failed}
              why={error.message}
              keeps={chosen.length > 0}
              onRetry={() => void refetch()}
            />
          ) : (
            <output className="block text-sm text-ink-2">Loading …</output>
          )}
        </>
      ) : offered.length === 0 ? (
        <p className="text-sm text-ink-2">
          {words.none}{' '}
          <Link to={words.add.to} className="underline">
            {words.add.label}
          </Link>
        </p>
      ) : (
        <div className="grid gap-3">
          {offered.map(({ id, name }) => (
            <Checkbox
              key={id}
              name={`${PREFIX}${id}`}
              checked={ticks[id] ?? false}
              onChange={({ target }) => setTicks((before) => ({ ...before, [id]: target.checked }))}
              label={<span className="wrap-anywhere">{name}</span>}
            />
          ))}
          <p className="text-sm text-ink-2">
            Leave all unchecked to use every source, also ones you add later.
          </p>
        </div>
      )}
    </fieldset>
  );
}

function Failed({
  what,
  why,
  keeps,
  onRetry,
}: {
  what: string;
  why: string;
  /** Whether the rule has sources of its own. */
  keeps: boolean;
  onRetry: () => void;
}) {
  const id = useId();
  return (
    <div role="alert">
      <FieldError id={id}>{`${what} ${why}`}</FieldError>
      <p className="mt-1 text-sm text-ink-2">
        {keeps
          ? 'If you save now, the rule keeps its sources.'
          : 'If you save now, the rule uses all sources.'}
      </p>
      <Button size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
