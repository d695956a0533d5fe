import { PERSONS, READING_LEVELS, TONES, WORDS_MAX } from '#src/shared/brand-kit.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import type { Fields } from './fields.ts';

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export function VoiceFields({ field }: Pick<Fields, 'field'>) {
  return (
    <>
      <p className="text-sm text-ink-2">
        The AI writer follows all of this. The built-in writer’s headlines and figures read alike in every
        tone; its market alerts end with a sentence in your tone and person.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-5">
        <Select
          label="Tone"
          hint="AI texts, and the last sentence of built-in ones"
          options={options(TONES)}
          {...field('tone')}
        />
        <Select
          label="Person"
          hint="AI texts, and the last sentence of built-in ones"
          options={options(PERSONS)}
          {...field('person')}
        />
        <Select
          label="Readers"
          hint="AI texts only"
          options={options(READING_LEVELS)}
          {...field('readingLevel')}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          label="Words to use"
          rows={4}
          placeholder={'Markets, plainly.\nthe Harbor desk'}
          hint={`One on each line, ${WORDS_MAX} at most. AI texts only. With a period it’s a sentence to use as it is, without one a name for you.`}
          {...field('use')}
        />
        <TextArea
          label="Words to avoid"
          rows={4}
          placeholder={'skyrocket\nto the moon'}
          hint="One on each line, for every text. AI and edited texts that hold one are rejected; the built-in writer chooses other sentences."
          {...field('avoid')}
        />
      </div>
    </>
  );
}
