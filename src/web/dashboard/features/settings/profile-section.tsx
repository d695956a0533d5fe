import { useQueryClient } from '@tanstack/react-query';
import { authClient } from '#src/web/auth/client.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmailField } from '#src/web/ui/email-field.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { EmailChange } from './email-change.tsx';
import { checkProfile, type Profile, profileChange, profileOf } from './profile-values.ts';
import { Section } from './section.tsx';
import { useAct } from './use-act.ts';

export function ProfileSection() {
  const { user } = useAuth();
  const queries = useQueryClient();
  const { run } = useAct('Your changes weren’t saved');
  const profile = profileOf(user);
  // An address that was never confirmed doesn't have to agree to the change.
  const confirmed = user?.email_confirmed_at !== undefined;
  const { onSubmit, busy, field } = useCheckedForm<Profile, Profile>({
    defaults: profile,
    check: checkProfile,
    submit: async (wanted, { notSaved }) => {
      const change = profileChange(profile, wanted);
      if (change === null) {
        toast({ title: 'Nothing to save', description: 'You haven’t changed anything.' });
        return;
      }
      const saved = await run(async () => {
        const { error: refused } = await authClient().updateUser(change, {
          emailRedirectTo: `${location.origin}/dashboard/settings`,
        });
        if (refused) throw refused;
        toast({
          title: 'Changes saved',
          ...(change.email === undefined
            ? {}
            : {
                description: confirmed
                  ? 'Your address changes once you open the links in both emails.'
                  : 'Your address changes once you open the link in the email to the new one.',
              }),
        });
        await queries.invalidateQueries({ queryKey: meQuery.queryKey });
      });
      if (!saved) notSaved();
    },
  });

  return (
    <Section title="Profile" text="Your name, and where we send account emails.">
      <form noValidate onSubmit={onSubmit} className="grid max-w-140 gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" maxLength={100} {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" maxLength={100} {...field('lastName')} />
        </div>
        <EmailField {...field('email')} />
        {user?.new_email ? <EmailChange from={profile.email} to={user.new_email} both={confirmed} /> : null}
        <TextField label="Company" autoComplete="organization" maxLength={200} {...field('company')} />
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {busy ? 'Processing...' : 'Save Changes'}
        </Button>
      </form>
    </Section>
  );
}
