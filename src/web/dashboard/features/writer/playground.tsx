import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import {
  formatCost,
  type Playground as Played,
  type PlaygroundForm,
  playgroundFormSchema,
  type PlaygroundText,
} from '#src/shared/content/ai-writer.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { brandsQuery, pastAlertsQuery, tryWriter } from './queries.ts';
import { Refusals } from './refusals.tsx';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
type Values = { alertId: string; brandId: string; language: string };

/** A past event written again, by both writers. */
export function Playground() {
  const mayRun = useMay('alerts:run') === true || isDemo();
  const alerts = useQuery(pastAlertsQuery);
  const brands = useQuery(brandsQuery);
  if (!mayRun || !alerts.data || !brands.data) return null;
  const offered = alerts.data.map(({ id, title }) => ({ value: id, label: title }));
  const looks = brands.data.items
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <section aria-labelledby="playground" className="mt-12">
      <h2 id="playground" className="headline text-h3">
        Playground
      </h2>
      <p className="mt-2 max-w-text text-sm text-ink-2">
        {isDemo()
          ? 'See a past event in the words of the built-in writer, in another brand or language. In an account, a model’s text appears beside it.'
          : 'See a past event in the words of both writers. Nothing is sent; the call counts toward the cap.'}
      </p>
      {offered.length === 0 ? (
        <EmptyState
          title="There is no alert yet"
          text="Start a trial run first. You can then try the writer on its event."
        />
      ) : (
        <Try alerts={offered} brands={looks} />
      )}
    </section>
  );
}

type Option = { value: string; label: string };

function Try({ alerts, brands }: { alerts: readonly Option[]; brands: readonly Option[] }) {
  const { run } = useActOn('account');
  const [played, setPlayed] = useState<Played | null>(null);
  const { onSubmit, busy, field } = useCheckedForm<Values, PlaygroundForm>({
    defaults: { alertId: alerts[0]?.value ?? '', brandId: '', language: '' },
    asksToLeave: false,
    check: ({ alertId, brandId, language }) =>
      checkBy(playgroundFormSchema, {
        alertId,
        brandId: brandId === '' ? null : brandId,
        ...(language === '' ? {} : { language }),
      }),
    submit: async (form, { refuse }) => {
      const made = await run(() => tryWriter(form), {
        onRefused: ({ message }) => refuse('alertId', message),
      });
      setPlayed(made?.done ?? null);
    },
  });
  return (
    <>
      <form noValidate aria-label="Playground" className="mt-4 max-w-180" onSubmit={onSubmit}>
        <Fields>
          <Select label="Alert" options={alerts} {...field('alertId')} />
          <Select
            label="Brand"
            options={[{ value: '', label: 'The alert’s' }, ...brands]}
            {...field('brandId')}
          />
          <Select
            label="Language"
            options={[
              { value: '', label: 'The brand’s' },
              ...LANGUAGES.map((code) => ({ value: code, label: NAMES.of(code) ?? code })),
            ]}
            {...field('language')}
          />
          <p className="sm:col-span-3">
            <Button type="submit" busy={busy}>
              Write
            </Button>
          </p>
        </Fields>
      </form>
      <output aria-live="polite">{played ? <Result played={played} /> : null}</output>
    </>
  );
}

/** Nothing is changed by it in the demo, where no model is asked. */
function Fields({ children }: { children: ReactNode }) {
  const grid = 'grid items-start gap-5 sm:grid-cols-3';
  return isDemo() ? (
    <div className={grid}>{children}</div>
  ) : (
    <Changes says className={grid}>
      {children}
    </Changes>
  );
}

function Result({ played: { builtIn, model, said, call } }: { played: Played }) {
  if (!call)
    return (
      <div className="mt-6">
        <Text title="Built-in writer" text={builtIn} />
      </div>
    );
  const { inputTokens, outputTokens, costMicrocents, tookMs } = call;
  return (
    <div className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Text title="Built-in writer" text={builtIn} />
      <div className="min-w-0">
        {model ? (
          <Text title={call.model} text={model} />
        ) : (
          <>
            <p className="slug text-ink-3">{call.model}</p>
            <p className="mt-2 font-medium">{call.says}</p>
            <Refusals refusals={call.refusals} />
            {said ? (
              <details className="mt-3 text-sm">
                <summary className="cursor-pointer underline">What it answered</summary>
                <pre className="mt-2 max-h-80 overflow-auto border border-line p-3 whitespace-pre-wrap wrap-anywhere">
                  {said}
                </pre>
              </details>
            ) : null}
          </>
        )}
        <p className="figure mt-4 border-t border-line pt-2 text-sm text-ink-2">
          {inputTokens.toLocaleString('en-US')} + {outputTokens.toLocaleString('en-US')} tokens ·{' '}
          {formatCost(costMicrocents)} · {(tookMs / 1000).toFixed(1)} s
        </p>
      </div>
    </div>
  );
}

function Text({ title, text: { headline, summary, paragraphs } }: { title: string; text: PlaygroundText }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className="min-w-0">
      <p id={id} className="slug text-ink-3">
        {title}
      </p>
      <h3 className="headline mt-2 text-h4">{headline}</h3>
      <p className="mt-2 text-base">{summary}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2 text-base">
          {paragraph}
        </p>
      ))}
    </article>
  );
}
