import type { UseQueryResult } from '@tanstack/react-query';
import { APPROVERS, REASONS, STANDARD_WEIGHTS, UNANSWERED } from '#src/shared/approval.ts';
import { REMINDER } from '#src/shared/review.ts';
import { roleMay } from '#src/shared/permissions.ts';
import type { Member } from '#src/shared/team.ts';
import type { Faults } from '#src/web/lib/forms/check.ts';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { PolicyDraft } from './draft.ts';
import { Points } from './points.tsx';
import { PriceFields } from './price-fields.tsx';
import { SamplingField } from './sampling-field.tsx';
import { MODES, REASON_WORDS, ROLE_LABELS, UNANSWERED_WORDS } from './words.ts';

/** Who can be chosen. The page loads them, so that an error doesn't start another load when the fields appear. */
export type Team = Pick<UseQueryResult<Member[]>, 'data' | 'error' | 'refetch'>;
type Part = { draft: PolicyDraft; faults: Faults; set: (change: Partial<PolicyDraft>) => void };

/** Everything that a policy says, besides its name. */
export function PolicyFields({ team, ...part }: Part & { team: Team }) {
  const { draft, set } = part;
  return (
    <>
      <Select
        label="What happens to an alert"
        hint={MODES[draft.mode].says}
        options={Object.entries(MODES).map(([value, { name: label }]) => ({ value, label }))}
        value={draft.mode}
        onChange={({ target }) => set({ mode: target.value as PolicyDraft['mode'] })}
      />
      {draft.mode === 'smart' ? <Score {...part} /> : null}
      {draft.mode === 'human' ? null : <Hours {...part} />}
      <Approvers {...part} team={team} />
      <Waiting {...part} />
      <section className="grid gap-5">
        <Heading>When the price moves</Heading>
        <PriceFields {...part} />
      </section>
      {draft.mode === 'human' && draft.unanswered !== 'release' ? null : (
        <section className="grid gap-5">
          <Heading>Checks afterwards</Heading>
          <SamplingField {...part} />
        </section>
      )}
    </>
  );
}

const Heading = ({ children }: { children: string }) => (
  <h2 className="headline border-t border-line pt-5 text-h4">{children}</h2>
);

function Score({ draft, faults, set }: Part) {
  return (
    <section className="grid gap-5">
      <Heading>Score</Heading>
      <TextField
        label="Ask for review at a score of"
        inputMode="numeric"
        autoComplete="off"
        hint="From 1 to 100. The score is the sum of the points below."
        value={draft.asksFrom}
        error={faults['asksFrom']}
        onChange={({ target }) => set({ asksFrom: target.value })}
      />
      <fieldset>
        <legend className="text-sm font-medium">Most points for each reason</legend>
        <p className="mt-1 text-sm text-ink-2">
          Leave a field empty for the standard points. 0 turns the reason off.
        </p>
        <div className="mt-3 border-t border-line">
          {REASONS.map((reason) => (
            <Points
              key={reason}
              label={REASON_WORDS[reason].label}
              hint={REASON_WORDS[reason].says}
              placeholder={String(STANDARD_WEIGHTS[reason])}
              value={draft.weights[reason]}
              error={faults[`weights.${reason}`]}
              onChange={(value) => set({ weights: { ...draft.weights, [reason]: value } })}
            />
          ))}
        </div>
      </fieldset>
    </section>
  );
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function Hours({ draft, faults, set }: Part) {
  const { hours } = draft;
  const change = (to: Partial<NonNullable<PolicyDraft['hours']>>): void => {
    if (hours) set({ hours: { ...hours, ...to } });
  };
  return (
    <section className="grid gap-5">
      <Heading>Hours</Heading>
      <Checkbox
        label="Send automatically only at certain hours"
        hint="Outside these hours, alerts wait for review."
        checked={hours !== null}
        onChange={({ target }) =>
          set({
            hours: target.checked
              ? {
                  days: [1, 2, 3, 4, 5],
                  from: '09:00',
                  to: '17:00',
                  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                }
              : null,
          })
        }
      />
      {hours ? (
        <>
          <fieldset>
            <legend className="mb-2 text-sm font-medium">Days</legend>
            <div className="flex flex-wrap gap-x-5 gap-y-3">
              {DAYS.map((label, at) => (
                <Checkbox
                  key={label}
                  label={label}
                  checked={hours.days.includes(at + 1)}
                  onChange={({ target }) =>
                    change({
                      days: target.checked
                        ? [...hours.days, at + 1].sort((one, other) => one - other)
                        : hours.days.filter((day) => day !== at + 1),
                    })
                  }
                />
              ))}
            </div>
            {faults['hours.days'] ? <FieldError id="policy-days">{faults['hours.days']}</FieldError> : null}
          </fieldset>
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField
              label="From"
              type="time"
              value={hours.from}
              error={faults['hours.from']}
              onChange={({ target }) => change({ from: target.value })}
            />
            <TextField
              label="Until"
              type="time"
              value={hours.to}
              error={faults['hours.to']}
              onChange={({ target }) => change({ to: target.value })}
            />
            <TextField
              label="Time zone"
              autoComplete="off"
              value={hours.timeZone}
              error={faults['hours.timeZone']}
              onChange={({ target }) => change({ timeZone: target.value })}
            />
          </div>
        </>
      ) : null}
    </section>
  );
}

function Approvers({ draft, faults, set, team: { data, error, refetch } }: Part & { team: Team }) {
  const members = data ?? [];
  const people = members.filter(({ role }) => roleMay(role, 'alerts:approve'));
  return (
    <section className="grid gap-5">
      <Heading>Who may approve</Heading>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">Roles</legend>
        {APPROVERS.map((role) => (
          <Checkbox
            key={role}
            label={ROLE_LABELS[role]}
            checked={draft.roles.includes(role)}
            onChange={({ target }) =>
              set({
                roles: APPROVERS.filter((each) =>
                  each === role ? target.checked : draft.roles.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">People</legend>
        {error && members.length === 0 ? (
          <ErrorState
            title="Your team couldn’t be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        ) : null}
        {people.map(({ userId, name, email }) => (
          <Checkbox
            key={userId}
            label={<span className="wrap-anywhere">{name || email}</span>}
            checked={draft.people.includes(userId)}
            onChange={({ target }) =>
              set({
                people: target.checked
                  ? [...draft.people, userId]
                  : draft.people.filter((each) => each !== userId),
              })
            }
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-medium">Clients</legend>
        <Checkbox
          label="Client approvers"
          hint="Those of the alert’s brand, by a link in their email. Invite them on the Approval page."
          checked={draft.clients !== null}
          onChange={({ target }) => set({ clients: target.checked ? 'may' : null })}
        />
        {draft.clients !== null && draft.needs === 2 ? (
          <Checkbox
            label="One of the two must be a client approver"
            checked={draft.clients === 'must'}
            onChange={({ target }) => set({ clients: target.checked ? 'must' : 'may' })}
          />
        ) : null}
      </fieldset>
      {faults['approvers'] ? <FieldError id="policy-approvers">{faults['approvers']}</FieldError> : null}
      <fieldset className="grid gap-4">
        <legend className="mb-2 text-sm font-medium">How</legend>
        <Checkbox
          label="Two people must approve"
          hint="One may reject."
          checked={draft.needs === 2}
          onChange={({ target }) => set({ needs: target.checked ? 2 : 1 })}
        />
        <Checkbox
          label="Never the author"
          hint="The person who last changed the rule or edited the alert can’t approve it."
          checked={draft.notAuthor}
          onChange={({ target }) => set({ notAuthor: target.checked })}
        />
        <Checkbox
          label="May be decided together"
          hint="Reviewers can approve or reject several alerts at once in the inbox."
          checked={draft.together}
          onChange={({ target }) => set({ together: target.checked })}
        />
        <Checkbox
          label="Approve corrections of bars automatically"
          hint="If a bar behind a sent alert is corrected and its figures change, the correction is sent without a person. Every policy of the alert must allow it."
          checked={draft.barCorrections}
          onChange={({ target }) => set({ barCorrections: target.checked })}
        />
      </fieldset>
    </section>
  );
}

function Waiting({ draft, faults, set }: Part) {
  return (
    <section className="grid gap-5">
      <Heading>If no one decides</Heading>
      <TextField
        label="Wait, in minutes"
        inputMode="numeric"
        autoComplete="off"
        hint={`Leave it empty to wait until the alert is no longer news, or for a day. Old news is never sent. Reviewers get one reminder halfway, if the wait is ${REMINDER.waitMin} minutes or more.`}
        value={draft.waits}
        error={faults['waitsMinutes']}
        onChange={({ target }) => set({ waits: target.value })}
      />
      <Select
        label="Then"
        options={UNANSWERED.map((value) => ({ value, label: UNANSWERED_WORDS[value] }))}
        value={draft.unanswered}
        onChange={({ target }) => set({ unanswered: target.value as PolicyDraft['unanswered'] })}
      />
    </section>
  );
}
