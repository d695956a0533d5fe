import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { INVITATION_DAYS, INVITED_ROLES, type InvitedRole, ROLE_WORDS } from '#src/shared/team.ts';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { emailProblem } from '#src/web/auth/validate.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkText } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { invite } from './queries.ts';

const OPTIONS = INVITED_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].name }));
type Values = { email: string; role: InvitedRole };

/** Sends an invitation by email. If that fails, the form keeps what was typed. */
export function InviteForm() {
  const queries = useQueryClient();
  const refusal = useRefusal();
  const why = useId();
  const section = useRef<HTMLElement>(null);
  const place = useLocation();
  // The palette leads here from anywhere, also from this page.
  useEffect(() => {
    if (place.hash === '#invite') section.current?.querySelector('input')?.focus();
  }, [place]);
  const { onSubmit, busy, field, watch } = useCheckedForm<Values, Values>({
    defaults: { email: '', role: 'editor' },
    check: ({ email, role }) => {
      const { faults, data } = checkText('email', email.trim(), emailProblem);
      return faults ? { faults } : { data: { ...data, role } };
    },
    submit: async (wanted, { reset, focus, refuse }) => {
      if (refusal !== null) return;
      try {
        const { email } = await invite(wanted);
        reset({ email: '', role: wanted.role });
        focus('email');
        toast({ title: 'Invitation sent', description: `We’re sending an email to ${email}.` });
        void queries.invalidateQueries({ queryKey: ['team'] });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('email', error.message);
      }
    },
  });

  return (
    <section ref={section} aria-labelledby="invite" className="mt-12">
      <h2 id="invite" className="headline text-h3">
        Invite a member
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        We’ll email a link that is valid for {INVITATION_DAYS} days. People without an account can create one
        from it.
      </p>
      <form
        noValidate
        onSubmit={onSubmit}
        className="mt-5 grid max-w-180 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          {...field('email')}
        />
        <Select label="Role" options={OPTIONS} hint={ROLE_WORDS[watch('role')].purpose} {...field('role')} />
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : why}
          className="sm:mt-6.5"
        >
          {busy ? 'Sending...' : 'Send invitation'}
        </Button>
      </form>
      <Refusal id={why} reason={refusal} />
    </section>
  );
}
