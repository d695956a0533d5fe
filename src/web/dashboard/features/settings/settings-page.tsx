import { usePageTitle } from '#src/web/dashboard/lib/use-page-title.ts';
import { KeysSection } from './api-keys/keys-section.tsx';
import { DataSection } from './data-section.tsx';
import { MailSection } from './mail-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

export function SettingsPage() {
  usePageTitle('Settings');
  return (
    <>
      <h1 className="headline mb-8 text-h2">Settings</h1>
      <ProfileSection />
      <WorkspaceSection />
      <PasswordSection />
      <TwoFactorSection />
      <SecuritySection />
      <KeysSection />
      <MailSection />
      <DataSection />
    </>
  );
}
