import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { TIMEFRAMES, type Timeframe } from '#src/shared/market.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { StoredRule } from '#src/shared/rules/stored.ts';
import { routeDrafts } from '#src/web/dashboard/lib/routes/draft.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { Changes, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { MuteLine } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { RouteFields } from '#src/web/dashboard/lib/routes/route-fields.tsx';
import { TIMEFRAME_WORDS } from '#src/web/dashboard/lib/timeframes.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useUnsaved } from '#src/web/lib/forms/unsaved.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { activeLabel } from './active-label.ts';
import { FIRST_TEXT } from './editor/builder/builder.tsx';
import { ConditionField } from './editor/condition-field.tsx';
import {
  changedDraft,
  type Draft,
  draftOf,
  type Faults,
  faultsOf,
  formOf,
  NEW_DRAFT,
} from './editor/form.ts';
import { startOf } from './editor/start.ts';
import { MessageFields } from './editor/message-fields.tsx';
import { readingOf } from './editor/reading.ts';
import { SettingsFields } from './editor/settings-fields.tsx';
import { TargetField } from './editor/target-field.tsx';
import { changeRule, makeRule, restoreRule, ruleQuery, watchlistsQuery } from './queries.ts';
import { RuleNotices } from './rule-notices.tsx';
import { TemplateField } from './templates/template-field.tsx';
import { LiveBacktest } from './replay/live-backtest.tsx';
import { ReplayPanel } from './replay/replay-panel.tsx';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';

export function NewRulePage() {
  usePageTitle('New rule');
  const [asked] = useSearchParams();
  const mayWrite = useMay('rules:write');
  if (mayWrite === undefined) return <Loading title="New rule" />;
  return (
    <>
      <Head title="New rule" rule={null} />
      {mayWrite ? (
        <Editor rule={null} start={startOf(asked)} mayWrite />
      ) : (
        <NoPermission permission="rules:write" title="You can’t create rules here" />
      )}
    </>
  );
}

export function RulePage() {
  const { id = '' } = useParams();
  const { data: rule, error, refetch } = useQuery(ruleQuery(id));
  const mayWrite = useMay('rules:write');
  usePageTitle(rule?.name ?? 'Rule');
  if (error && !rule)
    return (
      <>
        <Head title="Rule" rule={null} />
        <ErrorState
          heading="h2"
          title="We couldn’t load this rule"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  if (!rule || mayWrite === undefined) return <Loading title="Rule" />;
  return (
    <>
      <Head title={rule.name} rule={rule} />
      {mayWrite && rule.deletedAt ? <BringBack rule={rule} /> : null}
      <RuleNotices rule={rule} />
      <Editor
        key={`${rule.id} ${rule.deletedAt ?? ''}`}
        rule={rule}
        mayWrite={mayWrite && rule.deletedAt === null}
      />
    </>
  );
}

function Head({ title, rule }: { title: string; rule: StoredRule | null }) {
  return (
    <header className="pb-6">
      <nav aria-label="Above" className="text-sm text-ink-2">
        <Link to="/rules" className="underline">
          Rules
        </Link>
      </nav>
      <h1 className="headline mt-1 text-h2 break-words">{title}</h1>
      {rule ? (
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <StatusTag
            tone={rule.state === 'active' && rule.warnings.length === 0 ? 'done' : 'waiting'}
            label={rule.deletedAt ? 'Deleted' : activeLabel(rule)}
          />
          <span className="text-ink-3">Version {rule.version}</span>
          {rule.inPlan ? null : (
            <Link to="/plans" className="text-fault underline">
              Not in your plan, so it doesn’t trigger
            </Link>
          )}
        </p>
      ) : null}
      {rule && rule.deletedAt === null ? (
        <div className="mt-3">
          <MuteLine what={{ kind: 'rule', target: rule.id, name: rule.name }} label="Mute this rule" />
        </div>
      ) : null}
    </header>
  );
}

function BringBack({ rule }: { rule: StoredRule }) {
  const { busy, run } = useMakeOn('rules');
  async function restore(): Promise<void> {
    const back = await run(() => restoreRule(rule.id), 'The rule wasn’t restored');
    if (back) toast({ title: 'Rule restored', description: back.name });
  }
  return (
    <Changes says className="mb-8">
      <Button busy={busy} onClick={() => void restore()}>
        Restore
      </Button>
    </Changes>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <>
      <Head title={title} rule={null} />
      <output className="grid gap-4">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-11 w-full max-w-220" />
        <Skeleton className="h-40 w-full max-w-220" />
      </output>
    </>
  );
}

const stillWrong = (known: Faults, now: Faults): Faults =>
  Object.fromEntries(Object.entries(now).filter(([name]) => Object.hasOwn(known, name)));

function Editor({
  rule,
  start,
  mayWrite,
}: {
  rule: StoredRule | null;
  /** What a new one begins with. */
  start?: Partial<Draft> | undefined;
  mayWrite: boolean;
}) {
  const navigate = useNavigate();
  const watchlists = useQuery(watchlistsQuery);
  const [draft, setDraft] = useState<Draft>(() =>
    rule ? draftOf(rule) : changedDraft(NEW_DRAFT, { condition: FIRST_TEXT, ...start }, true),
  );
  /** A stored rule keeps its frequency, whatever its condition becomes. */
  const [isFree, setFree] = useState(rule === null);
  const [faults, setFaults] = useState<Faults>({});
  /** Of a new rule: the name of the one it began with. */
  const [template, setTemplate] = useState('');
  const { busy, run } = useMakeOn('rules');
  const refusal = useRefusal();
  const isOpen = mayWrite && refusal === null;
  const stored = useRef(draft);
  useUnsaved(() => isOpen && JSON.stringify(draft) !== JSON.stringify(stored.current));
  const reading = readingOf(draft.condition);
  const never = reading.problem ? null : neverTrue(parseRule(draft.condition));
  const set = (change: Partial<Draft>): void => {
    if (change.frequency !== undefined) setFree(false);
    const next = changedDraft(draft, change, isFree);
    setDraft(next);
    // What is wrong says so until it's right: fields that get their values later change the draft as well.
    setFaults((known) => stillWrong(known, faultsOf(next, false)));
  };
  /** @returns whether it can be sent; where not, the first fault has the focus */
  function check(forReplay: boolean): boolean {
    const found = faultsOf(draft, forReplay);
    setFaults(found);
    if (Object.keys(found).length === 0) return true;
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(
          '[data-rule-editor] [aria-invalid=true], [data-rule-editor] [data-problem]',
        )
        ?.focus(),
    );
    return false;
  }
  async function save(state?: 'active' | 'paused'): Promise<void> {
    if (!check(false)) return;
    const form = { ...formOf(draft), ...(state && { state }) };
    const saved = await run(
      () => (rule ? changeRule(rule.id, form) : makeRule(form)),
      'The rule wasn’t saved',
    );
    if (!saved) return;
    stored.current = draft;
    if (rule) {
      // A condition typed as on a chart platform was saved in the language.
      setDraft((latest) =>
        latest.condition === draft.condition ? { ...latest, condition: saved.condition } : latest,
      );
      // New routes have their ids now; what was typed meanwhile stays.
      const routes = routeDrafts(saved.routes);
      stored.current = { ...draft, condition: saved.condition, routes };
      setDraft((latest) => (latest.routes === draft.routes ? { ...latest, routes } : latest));
    }
    const [warning] = saved.state === 'active' ? saved.warnings : [];
    toast({
      title: rule ? 'Saved' : saved.state === 'active' ? 'The rule is on' : 'Saved as paused',
      ...(warning && { description: warning.text }),
    });
    if (!rule) void navigate(`/rules/${saved.id}`);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      {watchlists.isPending ? <output className="sr-only">Loading...</output> : null}
      {watchlists.error ? (
        <ErrorState
          heading="h2"
          title="We couldn’t load your watchlists"
          text={watchlists.error.message}
          onRetry={() => void watchlists.refetch()}
        />
      ) : null}
      <form
        data-rule-editor
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(22rem,26rem)] xl:gap-x-10 xl:*:col-start-1"
        onSubmit={(event) => {
          event.preventDefault();
          void save(rule ? undefined : 'active');
        }}
      >
        <fieldset disabled={!isOpen} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          <legend className="sr-only">Rule</legend>
          {isOpen ? null : (
            <p className="text-sm text-ink-2">
              {mayWrite
                ? refusal
                : rule?.deletedAt
                  ? 'This rule is deleted. Restore it to change it.'
                  : 'Your role can view and backtest rules, but not change them.'}
            </p>
          )}
          {rule ? null : (
            <TemplateField
              chosen={template}
              onChoose={({ name, condition, timeframe }) => {
                setTemplate(name);
                set({ name, condition, timeframe });
              }}
            />
          )}
          <TextField
            label="Name"
            maxLength={200}
            autoComplete="off"
            value={draft.name}
            error={faults.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TargetField
              value={draft.target}
              rule={rule}
              watchlists={watchlists.data ?? []}
              error={faults.target}
              onChange={(target) => set({ target })}
            />
            <Select
              label="Timeframe"
              options={TIMEFRAMES.map((value) => ({ value, label: TIMEFRAME_WORDS[value] }))}
              value={draft.timeframe}
              onChange={(event) => set({ timeframe: event.target.value as Timeframe })}
            />
          </div>
          <ConditionField
            value={draft.condition}
            reading={reading}
            onChange={(condition) => set({ condition })}
          />
          {never && !faults.condition ? <p className="text-sm text-fault">{never}</p> : null}
          {faults.condition ? (
            <p role="alert" className="text-sm text-fault">
              {faults.condition}
            </p>
          ) : null}
        </fieldset>
        {/* Beside the fields where there is room; else below what it tests. */}
        <div className="min-w-0 border-t border-line pt-6 xl:sticky xl:top-20 xl:col-start-2! xl:row-span-5 xl:row-start-1 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:border-t-0 xl:pt-0">
          <LiveBacktest draft={draft} onCondition={isOpen ? (condition) => set({ condition }) : null} />
        </div>
        <fieldset disabled={!isOpen} className="border-t border-line pt-6">
          <legend className="sr-only">Frequency and schedule</legend>
          <h2 className="headline mb-4 text-h4">Frequency and schedule</h2>
          <SettingsFields draft={draft} faults={faults} set={set} />
        </fieldset>
        <MessageFields draft={draft} faults={faults} isOpen={isOpen} set={set} />
        <fieldset disabled={!isOpen} className="min-w-0 border-t border-line pt-6">
          <legend className="sr-only">Who gets it</legend>
          <h2 className="headline mb-4 text-h4">Who gets it</h2>
          <RouteFields
            drafts={draft.routes}
            approval={draft.approval}
            isOpen={isOpen}
            showFaults={faults.routes !== undefined}
            onChange={(routes) => set({ routes })}
          />
        </fieldset>
        {mayWrite ? (
          <div className="flex flex-wrap gap-3 border-t border-line pt-6">
            <Button variant="primary" type="submit" busy={busy} disabled={!isOpen}>
              {rule ? 'Save' : 'Save and turn on'}
            </Button>
            {rule ? (
              <Button
                disabled={busy || !isOpen}
                onClick={() => void save(rule.state === 'active' ? 'paused' : 'active')}
              >
                {rule.state === 'active' ? 'Save and pause' : 'Save and turn on'}
              </Button>
            ) : (
              <Button disabled={busy || !isOpen} onClick={() => void save('paused')}>
                Save as paused
              </Button>
            )}
          </div>
        ) : null}
      </form>
      <ReplayPanel draft={draft} isReady={() => check(true)} />
    </div>
  );
}
