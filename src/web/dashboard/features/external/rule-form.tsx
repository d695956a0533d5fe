import { useId, useState } from 'react';
import {
  type ExternalRule,
  type ExternalRuleMade,
  externalRuleFormSchema,
} from '#src/shared/external/rules.ts';
import { RuleApproval } from '#src/web/dashboard/lib/approval/rule-approval.tsx';
import { routeDrafts, routeForms } from '#src/web/dashboard/lib/routes/draft.ts';
import { RouteFields } from '#src/web/dashboard/lib/routes/route-fields.tsx';
import { useUnsavedFields } from '#src/web/lib/forms/unsaved.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { calendarField, CalendarFields, calendarOf } from './calendar-fields.tsx';
import { limitFault, LimitFields, limitsIn } from './limit-fields.tsx';
import { NewsFields, newsOf } from './news-fields.tsx';
import { changeExternalRule, makeExternalRule } from './queries.ts';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';

type Faults = Partial<Record<string, string>>;
const TITLES = { webhook: 'New webhook', news: 'New news rule', calendar: 'New calendar rule' };
const fieldOf = (kind: keyof typeof TITLES, path: readonly PropertyKey[]): string => {
  if (path[0] === 'name' || path[0] === 'routes') return path[0];
  if (path[1] === 'cooldownMinutes') return 'cooldown';
  return kind === 'calendar' ? calendarField(path) : 'any';
};

/** Once the route that is wrong is open. */
const focusRoute = (form: HTMLFormElement): void =>
  void requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[data-problem], [aria-invalid=true]')?.focus(),
  );

/** Makes a rule of its kind, or changes one. */
export function RuleForm({
  rule,
  kind,
  onDone,
  onClose,
}: {
  rule: ExternalRule | null;
  kind: keyof typeof TITLES;
  onDone: (made: ExternalRuleMade) => void;
  onClose?: () => void;
}) {
  const [faults, setFaults] = useState<Faults>({});
  const [approval, setApproval] = useState(rule?.approval ?? 'auto');
  const [routes, setRoutes] = useState(() => routeDrafts(rule?.routes ?? []));
  const { busy, run } = useMakeOn('outside');
  const { saved, ...unsaved } = useUnsavedFields();
  const id = useId();

  async function save(form: HTMLFormElement): Promise<void> {
    const values = textValues(form);
    const { name = '', cooldown = '' } = values;
    const parsed = externalRuleFormSchema.safeParse({
      name,
      approval,
      settings: limitsIn(values),
      routes: routeForms(routes),
      outside: {
        ...(kind === 'news' ? newsOf(form) : kind === 'calendar' ? calendarOf(form) : { kind }),
        ...(cooldown.trim() !== '' && { cooldownMinutes: Number(cooldown.replace(',', '.')) }),
      },
    });
    const found: Faults = {};
    for (const { path, message } of parsed.error?.issues ?? []) {
      const limit = path[0] === 'settings' ? limitFault(path.slice(1)) : null;
      found[limit?.field ?? fieldOf(kind, path)] ??= limit?.sentence ?? message;
    }
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === 'routes') focusRoute(form);
    else if (first) focusField(form, first);
    if (!parsed.success) return;
    const done = await run(
      async () =>
        rule
          ? { ...(await changeExternalRule(rule.id, parsed.data)), address: null }
          : makeExternalRule(parsed.data),
      'The rule wasn’t saved',
    );
    if (!done) return;
    setRoutes(routeDrafts(done.routes));
    saved();
    onDone(done);
  }

  return (
    <form
      noValidate
      aria-label={rule ? `Change ${rule.name}` : TITLES[kind]}
      className="mb-8 grid max-w-140 gap-5"
      {...unsaved}
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      {rule ? null : <h2 className="headline text-h4">{TITLES[kind]}</h2>}
      <TextField
        label="Name"
        name="name"
        maxLength={200}
        autoComplete="off"
        defaultValue={rule?.name ?? ''}
        hint="Alerts show the name of their rule."
        error={faults['name']}
      />
      {kind === 'news' ? (
        <NewsFields outside={rule?.outside.kind === 'news' ? rule.outside : null} error={faults['any']} />
      ) : null}
      {kind === 'calendar' ? (
        <CalendarFields outside={rule?.outside.kind === 'calendar' ? rule.outside : null} faults={faults} />
      ) : null}
      <TextField
        label="Cooldown (minutes)"
        name="cooldown"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={rule?.outside.cooldownMinutes ?? ''}
        hint="Pauses the rule after each alert. Leave empty for none."
        error={faults['cooldown']}
      />
      <LimitFields settings={rule?.settings ?? {}} faults={faults} />
      {/* Leaving with a choice that isn't saved asks first. */}
      <input type="hidden" name="approval" value={approval} />
      <RuleApproval hasRoutes={routes.length > 0} value={approval} onChange={setApproval} />
      <section aria-labelledby={`${id}-routes`} className="border-t border-line pt-5">
        <h3 id={`${id}-routes`} className="headline mb-3 text-h4">
          Who gets it
        </h3>
        {/* Leaving with routes that aren't saved asks first. */}
        <input type="hidden" name="routes" value={JSON.stringify(routeForms(routes))} />
        <RouteFields
          drafts={routes}
          approval={approval}
          isOpen
          showFaults={faults['routes'] !== undefined}
          onChange={(next) => {
            setFaults({});
            setRoutes(next);
          }}
        />
      </section>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" busy={busy}>
          {rule ? 'Save' : 'Create rule'}
        </Button>
        {onClose ? <Button onClick={onClose}>Cancel</Button> : null}
      </div>
    </form>
  );
}
