import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { COMPOSED, type ComposedFinding, type ComposePreview } from '#src/shared/composed.ts';
import { TIMEFRAMES, type Timeframe } from '#src/shared/market.ts';
import type { RouteChoices } from '#src/shared/routes.ts';
import { ownZone, tomorrowMorning } from '#src/web/dashboard/lib/alert/plan.ts';
import { PlanFields } from '#src/web/dashboard/lib/alert/plan-fields.tsx';
import { RadioGroup } from '#src/web/ui/radio-group.tsx';
import { instrumentQuery } from '#src/web/dashboard/lib/instruments/queries.ts';
import { routeFaults } from '#src/web/dashboard/lib/routes/draft.ts';
import { OneRoute } from '#src/web/dashboard/lib/routes/one-route.tsx';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { Faults } from '#src/web/lib/forms/check.ts';
import { useUnsaved } from '#src/web/lib/forms/unsaved.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { checkDraft, type Draft, emptyDraft, paragraphStart, previewForm, usualRoute } from './draft.ts';
import { FigureBar } from './figure-bar.tsx';
import { Findings } from './findings.tsx';
import { Preview } from './preview.tsx';
import { sendAlert } from './queries.ts';
import { SymbolField } from './symbol-field.tsx';
import { useLivePreview } from './use-live-preview.ts';

type Area = HTMLInputElement | HTMLTextAreaElement;
type TextName = 'headline' | 'summary' | 'body';

/** The form and, beside it, what it makes. */
export function Editor({
  choices,
  author,
  symbol,
}: {
  choices: RouteChoices;
  author: string;
  symbol: string;
}) {
  const navigate = useNavigate();
  const { busy, run } = useActOn('alerts');
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(symbol, usualRoute(choices)));
  const [vouched, setVouched] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const sent = useRef(false);
  useUnsaved(() => !sent.current && `${draft.headline}${draft.summary}${draft.body}` !== '');
  const { preview, error, isCurrent, vouches } = useLivePreview(draft, vouched, previewForm);
  const texts = useTexts();
  const set = (change: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem(null);
    setKey(crypto.randomUUID());
  };
  const type = (name: TextName, text: string): void => {
    // What was vouched for is not there any more, or something else is.
    setVouched(false);
    setFaults({ ...faults, [name]: undefined });
    set({ [name]: text });
  };
  const topic = useRef<HTMLInputElement>(null);
  const showFinding = ({ at, start, end }: ComposedFinding): void => {
    const [place, n] = at.split('.');
    if (place === 'topic') return topic.current?.focus();
    const name: TextName = place === 'headline' || place === 'summary' ? place : 'body';
    const from = name === 'body' ? paragraphStart(draft.body, Number(n)) : 0;
    texts.select(name, from + start, from + end);
  };
  const insert = (figure: string): void => {
    const { name, text, caret } = texts.insert(draft, `{{${figure}}}`);
    type(name, text);
    texts.later(name, caret);
  };
  const send = async (): Promise<void> => {
    setProblem(null);
    const checked = checkDraft(draft, vouches);
    setFaults(checked.faults ?? {});
    if (!checked.data) {
      texts.focusFirst(checked.faults);
      return;
    }
    const done = await run(() => sendAlert(checked.data, key), {
      onRefused: ({ message }) => setProblem(message),
    });
    if (!done) return;
    sent.current = true;
    toast({
      title: needsReview
        ? 'Alert waits for approval'
        : draft.plan
          ? 'Alert is planned'
          : 'Alert is on its way',
    });
    await navigate(`/alerts/${done.done.id}`);
  };
  const needsReview = preview?.approval.asks === 'always';
  const findings = preview?.findings ?? [];
  const isBlocked = isCurrent && findings.some(({ vouched: is }) => !is);
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <form
        noValidate
        aria-label="New alert"
        className="grid content-start gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <About
          draft={draft}
          faults={faults}
          hasBars={preview?.problem === undefined || preview.problem === null}
          topic={topic}
          set={(change) => {
            if (change.topic !== undefined) setVouched(false);
            set(change);
          }}
        />
        {preview && draft.symbol !== '' ? <FigureBar preview={preview} onInsert={insert} /> : null}
        {preview?.draft && draft.headline + draft.summary === '' ? (
          <p>
            <Button size="sm" onClick={() => set(preview.draft ?? {})}>
              Start from a draft
            </Button>
          </p>
        ) : null}
        <TextField
          label="Headline"
          autoComplete="off"
          maxLength={COMPOSED.headlineMax}
          value={draft.headline}
          error={faults['headline']}
          ref={texts.of('headline')}
          onFocus={() => texts.at('headline')}
          onChange={({ target }) => type('headline', target.value)}
        />
        <TextArea
          label="Summary"
          rows={3}
          maxLength={COMPOSED.summaryMax}
          value={draft.summary}
          error={faults['summary']}
          ref={texts.of('summary')}
          onFocus={() => texts.at('summary')}
          onChange={({ target }) => type('summary', target.value)}
        />
        <TextArea
          label="Text (optional)"
          rows={5}
          hint="Empty lines separate paragraphs."
          value={draft.body}
          error={faults['body']}
          ref={texts.of('body')}
          onFocus={() => texts.at('body')}
          onChange={({ target }) => type('body', target.value)}
        />
        <div aria-live="polite" className="empty:hidden">
          <Findings
            findings={findings}
            author={author}
            vouches={vouched}
            onVouch={setVouched}
            onShow={showFinding}
          />
        </div>
        <section aria-labelledby="who">
          <h2 id="who" className="headline text-h4">
            Who gets it
          </h2>
          <OneRoute
            draft={draft.route}
            place={1}
            choices={choices}
            faults={routeFaults(draft.route)}
            set={(change) => set({ route: { ...draft.route, ...change } })}
          />
        </section>
        <When
          draft={draft}
          sending={preview?.sending ?? null}
          hasBars={(preview?.bar ?? null) !== null}
          zone={zoneOf(draft, choices)}
          set={set}
        />
        <div className="border-t border-rule pt-5">
          {preview ? (
            <p className="mb-3 max-w-text text-sm text-ink-2">
              {preview.approval.why ??
                (needsReview
                  ? 'It waits for a person’s approval first.'
                  : 'It counts against your plan’s alerts.')}
            </p>
          ) : null}
          {preview?.barred ? (
            <p className="mb-3 max-w-text text-sm font-medium">
              If you send it now, it’s withheld and not sent: {preview.barred}.
            </p>
          ) : null}
          {problem === null ? null : (
            <p role="alert" className="mb-3 text-sm text-fault">
              {problem}
            </p>
          )}
          <Button type="submit" variant="primary" busy={busy} disabled={isBlocked}>
            {busy ? 'Sending...' : draft.plan ? 'Plan it' : needsReview ? 'Submit for approval' : 'Send now'}
          </Button>
          {isBlocked ? (
            <p className="mt-2 text-sm text-ink-2">Change or vouch for what is listed above to send it.</p>
          ) : null}
        </div>
      </form>
      <section
        aria-labelledby="preview"
        className="min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto"
      >
        <h2 id="preview" className="headline text-h4">
          Preview
        </h2>
        {error && !preview ? (
          <p role="alert" className="mt-3 text-sm text-fault">
            {error.message}
          </p>
        ) : (
          <Preview channels={preview?.channels ?? []} />
        )}
      </section>
    </div>
  );
}

const zoneOf = ({ route }: Draft, { brands }: RouteChoices): string =>
  brands.find(({ id }) => id === route.brandId)?.timeZone ?? ownZone();

/** Now, or at a time in a named time zone. */
function When({
  draft: { plan, holdsStale },
  sending,
  hasBars,
  zone,
  set,
}: {
  draft: Draft;
  sending: ComposePreview['sending'];
  hasBars: boolean;
  zone: string;
  set: (change: Partial<Draft>) => void;
}) {
  return (
    <section aria-labelledby="when" className="grid gap-4">
      <h2 id="when" className="headline text-h4">
        When
      </h2>
      <RadioGroup
        legend="Send it"
        name="when"
        value={plan ? 'later' : 'now'}
        options={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a time' },
        ]}
        onChange={(value) =>
          set({
            plan: value === 'now' ? null : { local: tomorrowMorning(new Date()), timeZone: zone },
          })
        }
      />
      {plan ? (
        <>
          <PlanFields
            {...plan}
            problem={sending?.problem ?? null}
            note={sending?.note ?? null}
            onChange={(change) => set({ plan: { ...plan, ...change } })}
          />
          {hasBars ? (
            <Checkbox
              label="Hold it back if newer prices are stored by then"
              checked={holdsStale}
              onChange={({ target }) => set({ holdsStale: target.checked })}
            />
          ) : null}
        </>
      ) : null}
    </section>
  );
}

/** What it is about. */
function About({
  draft,
  faults,
  hasBars,
  topic,
  set,
}: {
  draft: Draft;
  faults: Faults;
  /** Without stored prices there is nothing to chart. */
  hasBars: boolean;
  topic: RefObject<HTMLInputElement | null>;
  set: (change: Partial<Draft>) => void;
}) {
  const { data } = useQuery({ ...instrumentQuery(draft.symbol), enabled: draft.symbol !== '' });
  const there = data?.timeframes ?? [];
  const { timeframe } = draft;
  // The days of a symbol, or whatever it has.
  const [usual] = there.includes('1d') ? (['1d'] as const) : there;
  useEffect(() => {
    if (usual !== undefined && !there.includes(timeframe)) set({ timeframe: usual });
  });
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <SymbolField value={draft.symbol} error={faults['symbol']} onChange={(symbol) => set({ symbol })} />
      {draft.symbol === '' ? (
        <TextField
          ref={topic}
          label="Topic (optional)"
          autoComplete="off"
          maxLength={COMPOSED.topicMax}
          hint="Appears in place of a symbol."
          value={draft.topic}
          error={faults['topic']}
          onChange={({ target }) => set({ topic: target.value })}
        />
      ) : (
        <>
          <Select
            label="Timeframe"
            options={TIMEFRAMES.filter((each) => there.includes(each) || each === timeframe).map((each) => ({
              value: each as string,
              label: TIMEFRAME_WORDS[each],
            }))}
            value={timeframe}
            onChange={({ target }) => set({ timeframe: target.value as Timeframe })}
          />
          {hasBars ? (
            <Checkbox
              label="With a chart"
              checked={draft.chart}
              onChange={({ target }) => set({ chart: target.checked })}
            />
          ) : null}
        </>
      )}
    </div>
  );
}

const NAMES: readonly TextName[] = ['headline', 'summary', 'body'];

/** The text fields: where the author types, and what is selected in them. */
function useTexts() {
  const areas = useRef<Partial<Record<TextName, Area | null>>>({});
  const [last, setLast] = useState<TextName>('summary');
  const [caret, setCaret] = useState<{ name: TextName; at: number } | null>(null);
  useEffect(() => {
    if (!caret) return;
    const area = areas.current[caret.name];
    area?.focus();
    area?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  return {
    of: (name: TextName) => (area: Area | null) => {
      areas.current[name] = area;
    },
    at: setLast,
    select: (name: TextName, start: number, end: number) => {
      const area = areas.current[name];
      area?.focus();
      area?.setSelectionRange(start, end);
    },
    /** The text with something put where the caret is, or was. */
    insert: (draft: Draft, what: string) => {
      const area = areas.current[last];
      const text = draft[last];
      const start = area?.selectionStart ?? text.length;
      const end = area?.selectionEnd ?? text.length;
      return {
        name: last,
        text: text.slice(0, start) + what + text.slice(end),
        caret: start + what.length,
      };
    },
    later: (name: TextName, at: number) => setCaret({ name, at }),
    focusFirst: (faults: Faults) => {
      const name = NAMES.find((each) => faults[each] !== undefined);
      if (name) areas.current[name]?.focus();
    },
  };
}
