import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { useWeakness } from '#src/web/auth/weak-password.ts';
import { Button } from '#src/web/ui/button.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';

const WEAK = {
  common: { label: 'Easy to guess', text: 'It is among the passwords that are tried first everywhere.' },
  short: { label: 'Too short', text: 'New ones must be longer.' },
} as const;

export function PasswordSection() {
  const { user } = useAuth();
  const { hash } = useLocation();
  const { weakness } = useWeakness(user?.id);
  // A link to this section opens the form.
  const [open, setOpen] = useState(hash === '#password');
  const box = useRef<HTMLDivElement>(null);
  const was = useRef(false);
  // After the form the focus is where it came from.
  useEffect(() => {
    if (was.current && !open) box.current?.querySelector('button')?.focus();
    was.current = open;
  }, [open]);
  const weak = weakness && WEAK[weakness];
  return (
    <Section title="Password" text="Changing it signs out every other device and keeps this one signed in.">
      {weak ? (
        <div className="mb-5">
          <p className="text-base">
            <StatusTag tone="fault" label={weak.label} />
          </p>
          <p className="mt-1 text-sm text-ink-2">{weak.text}</p>
        </div>
      ) : null}
      <div ref={box}>
        {open ? (
          <PasswordForm onClose={() => setOpen(false)} />
        ) : (
          <Button onClick={() => setOpen(true)}>Change Password</Button>
        )}
      </div>
    </Section>
  );
}
