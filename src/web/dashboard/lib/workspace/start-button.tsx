import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TRIAL_DAYS } from '#src/shared/product.ts';
import { Button, type ButtonProps } from '#src/web/ui/button.tsx';
import { startWorkspace } from './start.ts';

/** What a workspace of one's own comes with, said wherever it can be started. */
export const START_TERMS = `Free for ${TRIAL_DAYS} days, starting today. No card needed.`;

/** For people who joined by an invitation and have no workspace of their own. */
export function StartWorkspaceButton(props: Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function start(): Promise<void> {
    setBusy(true);
    await startWorkspace({ navigate, queries });
    setBusy(false);
  }
  return (
    <Button {...props} busy={busy} onClick={() => void start()}>
      {busy ? 'Processing...' : 'Start your own workspace'}
    </Button>
  );
}
