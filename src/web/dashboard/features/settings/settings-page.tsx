import { useQuery } from '@tanstack/react-query';
import { isNowhere, meQuery } from '#src/web/dashboard/lib/me.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { KeysSection } from './api-keys/keys-section.tsx';
import { DataSection } from './data-section.tsx';
import { DeputySection } from './deputy-section.tsx';
import { MailSection } from './mail-section.tsx';
import { NotifySection } from './notify-section.tsx';
import { OwnWorkspaceSection } from './own-workspace-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

export function SettingsPage() {
  usePageTitle('Settings');
  const { error } = useQuery(meQuery);
  const inWorkspace = !isNowhere(error);
  return (
    <>
      <h1 className="headline mb-8 text-h2">Settings</h1>
      <ProfileSection />
      <WorkspaceSection />
      <OwnWorkspaceSection />
      <PasswordSection />
      <TwoFactorSection />
      <SecuritySection />
      {inWorkspace ? <KeysSection /> : null}
      {inWorkspace ? <NotifySection /> : null}
      {inWorkspace ? <MailSection /> : null}
      {inWorkspace ? <DeputySection /> : null}
      <DataSection />
    </>
  );
}
