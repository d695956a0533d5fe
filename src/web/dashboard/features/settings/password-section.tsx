import { useEffect, useRef, useState } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';

export function PasswordSection() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const was = useRef(false);
  // After the form the focus is where it came from.
  useEffect(() => {
    if (was.current && !open) box.current?.querySelector('button')?.focus();
    was.current = open;
  }, [open]);
  return (
    <Section title="Password" text="Changing it signs out every other device and keeps this one signed in.">
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
