import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { defaultWords, languageName } from '#src/shared/templates.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { type DraftBlock, faultOfWords, type OwnDraftBlock, withWords } from './draft.ts';

const ABOUT = {
  text: {
    label: 'Text',
    hint: 'Placeholders: {{ticker}}, {{close}}, {{time}}, {{interval}}, {{plot_0}} and others.',
  },
  button: { label: 'Label', hint: undefined },
  image: { label: 'Alt text', hint: 'What the image shows, for people who can’t see it.' },
} as const;

/** What a block says: by default, and translated where its author wants other words in a language. */
export function Words({
  block,
  name,
  languages,
  faultOf,
  set,
}: {
  block: OwnDraftBlock;
  name: string;
  languages: readonly Language[];
  faultOf: (field: string) => string | undefined;
  set: (block: DraftBlock) => void;
}) {
  const [language, setLanguage] = useState<Language | null>(null);
  const { translations = {} } = block;
  // One that no brand has anymore can still be read and removed; while it is edited, it stays.
  const offered = LANGUAGES.filter(
    (each) => languages.includes(each) || translations[each] !== undefined || each === language,
  );
  const { label, hint } = ABOUT[block.kind];
  const field = {
    label: language === null ? label : `${label} in ${languageName(language)}`,
    hint: language === null ? hint : 'Leave it empty to use the default.',
    error: faultOfWords(block, language, faultOf),
    aside:
      offered.length > 1 || language !== null || Object.keys(translations).length > 0 ? (
        <LanguageChoice
          label={`Language of ${name}`}
          options={offered.map((each) => ({
            value: each,
            label: `${languageName(each)}${translations[each] === undefined || each === language ? '' : ' (translated)'}`,
          }))}
          value={language}
          onChange={setLanguage}
        />
      ) : undefined,
    lang: language ?? undefined,
    placeholder: language === null ? undefined : defaultWords(block),
    value: language === null ? defaultWords(block) : (translations[language] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set(withWords(block, language, target.value)),
  };
  return block.kind === 'text' ? (
    <TextArea {...field} rows={3} />
  ) : (
    <TextField {...field} autoComplete="off" />
  );
}

function LanguageChoice({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Language; label: string }[];
  value: Language | null;
  onChange: (language: Language | null) => void;
}) {
  return (
    <span className="relative">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onChange(LANGUAGES.find((each) => each === target.value) ?? null)}
        className="min-h-11 appearance-none rounded-sm bg-transparent pr-6 pl-2 text-right text-sm text-ink-2 hover:text-ink pointer-coarse:text-[16px]"
      >
        <option value="">Default</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        className="pointer-events-none absolute top-1/2 right-1 -translate-y-1/2 text-ink-2"
        aria-hidden="true"
      />
    </span>
  );
}
