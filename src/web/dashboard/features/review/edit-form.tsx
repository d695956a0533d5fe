import { useState } from 'react';
import {
  EDITED,
  type EditableText,
  type Review,
  type RevisionForm,
  revisionFormSchema,
} from '#src/shared/review.ts';
import { revise } from '#src/web/dashboard/lib/alert/queries.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { LiveCheck, useLiveChecks } from './live-check.tsx';
import { WordDiff } from './word-diff.tsx';

type Values = { headlines: string[]; summaries: string[]; vouched: boolean };

const OVERTAKEN =
  'This alert was edited while you were editing it. Copy your text, choose Cancel, and edit the new version.';

/** Edits headline and summary in each language. What is saved is another revision, and is approved anew. */
export function EditForm({ id, review, onDone }: { id: string; review: Review; onDone: () => void }) {
  const { run } = useActOn('alerts');
  // What the form began with: of a newer revision, only the hash would be new, and its text would be lost unseen.
  const [{ revision, texts }] = useState(review);
  /** What the server leaves to the reviewer, or refuses. */
  const [open, setOpen] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, RevisionForm>({
    defaults: {
      headlines: texts.map(({ headline }) => headline),
      summaries: texts.map(({ summary }) => summary),
      vouched: false,
    },
    start: 'headlines.0',
    closesHere: true,
    check: ({ headlines, summaries, vouched }) =>
      checkBy(
        revisionFormSchema,
        {
          revision: revision.hash,
          texts: texts.map(({ language }, at) => ({
            language,
            headline: headlines[at],
            summary: summaries[at],
          })),
          vouched: vouched ?? false,
        },
        ([first, at, part]) =>
          first === 'texts'
            ? `${part === 'headline' ? 'headlines' : 'summaries'}.${String(at)}`
            : String(first),
      ),
    submit: async (form, { notSaved }) => {
      setRefused(null);
      const saved = await run(() => revise(id, form), {
        onRefused: (error: ApiError) => {
          notSaved();
          if (error.field === 'vouched') setOpen(error.message);
          else setRefused(error.code === 'revision_changed' ? OVERTAKEN : error.message);
        },
      });
      if (!saved) return;
      toast({ title: 'New text saved', description: 'It needs a new approval.' });
      onDone();
    },
  });
  return (
    <form
      noValidate
      aria-label="Edit the alert"
      className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-6 pb-8"
      onSubmit={(event) => void onSubmit(event)}
    >
      {texts.map((text, at) => (
        <OneText
          key={text.language}
          id={id}
          revision={revision.hash}
          text={text}
          isOnly={texts.length === 1}
          headline={{ now: watch(`headlines.${at}`) ?? '', field: field(`headlines.${at}`) }}
          summary={{ now: watch(`summaries.${at}`) ?? '', field: field(`summaries.${at}`) }}
        />
      ))}
      {open === null ? null : (
        <div>
          <p role="alert" className="mb-3 text-sm text-fault wrap-anywhere">
            {open}
          </p>
          <Checkbox label="I vouch for this under my name" {...field('vouched')} />
        </div>
      )}
      {refused === null ? null : (
        <p role="alert" className="text-sm text-fault wrap-anywhere">
          {refused}
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Saving...' : 'Save new text'}
        </Button>
        <Button disabled={busy} onClick={onDone}>
          Cancel
        </Button>
      </p>
    </form>
  );
}

type Edited = {
  now: string;
  field: ReturnType<ReturnType<typeof useCheckedForm<Values, RevisionForm>>['field']>;
};

/** The texts of a language, with what the gate says of them. */
function OneText({
  id,
  revision,
  text: { language, values, written, ...before },
  isOnly,
  headline,
  summary,
}: {
  id: string;
  revision: string;
  text: EditableText;
  isOnly: boolean;
  headline: Edited;
  summary: Edited;
}) {
  const checks = useLiveChecks({ id, revision, language }, before, {
    headline: headline.now,
    summary: summary.now,
  });
  return (
    <div lang={language} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isOnly ? null : <h3 className="text-sm font-semibold">{language}</h3>}
      <div>
        <TextField
          label={isOnly ? 'Headline' : `Headline (${language})`}
          autoComplete="off"
          maxLength={EDITED.headlineMax}
          {...headline.field}
        />
        <LiveCheck findings={checks.headline} name="headline" />
      </div>
      <div>
        <TextArea
          label={isOnly ? 'Summary' : `Summary (${language})`}
          rows={4}
          maxLength={EDITED.summaryMax}
          {...summary.field}
        />
        <LiveCheck findings={checks.summary} name="summary" />
      </div>
      <div className="text-sm">
        <p className="text-ink-2">Figures, names and dates that you can use, written like this:</p>
        <ul className="mt-2 flex flex-wrap gap-2">
          {values.map((value) => (
            <li key={value} className="figure border border-line px-2 py-0.5 text-xs">
              {value}
            </li>
          ))}
        </ul>
      </div>
      {headline.now === written.headline && summary.now === written.summary ? null : (
        <div>
          <h3 className="text-sm font-semibold">Changes to what was written</h3>
          <div className="mt-2 grid gap-1.5 border-l border-rule pl-4">
            <WordDiff before={written.headline} after={headline.now} />
            <WordDiff before={written.summary} after={summary.now} />
          </div>
        </div>
      )}
    </div>
  );
}
