import { useQuery } from '@tanstack/react-query';
import type { ExternalTrigger } from '#src/shared/external/rules.ts';
import { newsSourcesQuery } from '#src/web/dashboard/lib/news-sources.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { chosenSources, SourceChoice, type SourceWords } from './source-choice.tsx';
import { textOf, wordsOf } from './words-of.ts';

type News = ExternalTrigger & { kind: 'news' };
const WORDS: SourceWords = {
  legend: 'Only these sources',
  removed: 'A source that was removed',
  failed: 'The news sources couldn’t be loaded.',
  none: 'There is no source yet.',
  add: { to: '/feeds', label: 'Add a source under Feeds' },
};

/** What a form of a rule on news asks for. */
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
    sources: chosenSources(data),
  };
};

/** The words that must and must not be there, and the sources that are listened to. */
export function NewsFields({ outside, error }: { outside: News | null; error: string | undefined }) {
  const sources = useQuery(newsSourcesQuery);
  return (
    <>
      <TextField
        label="Any of these words"
        name="any"
        autoComplete="off"
        defaultValue={textOf(outside?.any ?? [])}
        hint="Separate with commas. A phrase counts as one: rate cut, earnings."
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
      <SourceChoice words={WORDS} chosen={outside?.sources ?? []} sources={sources} />
    </>
  );
}
