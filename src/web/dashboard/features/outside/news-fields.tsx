import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Outside } from '#src/shared/outside/rules.ts';
import { newsSourcesQuery } from '#src/web/dashboard/lib/news-sources.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { textOf, wordsOf } from './words-of.ts';

type News = Outside & { kind: 'news' };
export const SOURCE = 'source ';

/** What a form of a rule on news asks for; the prefix of a checkbox is followed by the id of its source. */
export const newsOf = (form: HTMLFormElement): Omit<News, 'cooldownMinutes'> => {
  const data = new FormData(form);
  const words = (name: string): string[] => {
    const value = data.get(name);
    return typeof value === 'string' ? wordsOf(value) : [];
  };
  return {
    kind: 'news',
    any: words('any'),
    all: words('all'),
    none: words('none'),
    sources: [...data.keys()].flatMap((key) => (key.startsWith(SOURCE) ? [key.slice(SOURCE.length)] : [])),
  };
};

/** The words that must and must not be there, and the sources that are listened to. */
export function NewsFields({ outside, error }: { outside: News | null; error: string | undefined }) {
  const { data: sources } = useQuery(newsSourcesQuery);
  return (
    <>
      <TextField
        label="Any of these words"
        name="any"
        autoComplete="off"
        defaultValue={textOf(outside?.any ?? [])}
        hint="With commas between. Several words in a row count as one: rate cut, earnings."
        error={error}
      />
      <TextField
        label="All of these"
        name="all"
        autoComplete="off"
        defaultValue={textOf(outside?.all ?? [])}
      />
      <TextField
        label="None of these"
        name="none"
        autoComplete="off"
        defaultValue={textOf(outside?.none ?? [])}
      />
      <fieldset>
        <legend className="mb-2.5 text-sm font-medium">Only of these sources</legend>
        {sources === undefined || sources.length === 0 ? (
          <p className="text-sm text-ink-2">
            {sources === undefined ? 'Loading …' : 'There is no source yet. '}
            {sources === undefined ? null : (
              <Link to="/feeds" className="underline">
                Add one under Feeds
              </Link>
            )}
          </p>
        ) : (
          <div className="grid gap-3">
            {sources.map(({ id, name }) => (
              <Checkbox
                key={id}
                name={`${SOURCE}${id}`}
                defaultChecked={outside?.sources.includes(id) ?? false}
                label={name}
              />
            ))}
            <p className="text-sm text-ink-2">None ticked: all of them, and those that come.</p>
          </div>
        )}
      </fieldset>
    </>
  );
}
