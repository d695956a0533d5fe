import type { Runs } from '#src/db/database.ts';
import type { Person } from '#src/shared/approving-person.ts';

/** Asks one person by email to decide on a revision of an alert. Who may is looked at again when it's sent. */
export type ApprovalMailJob = {
  workspaceId: string;
  alertId: string;
  revision: string;
  /** `follow_up`: of an update or a correction of an alert that was sent. */
  why: 'waiting' | 'edited' | 'escalated' | 'reminder' | 'moved' | 'follow_up';
} & Person;

/** Asks one member by a notification in one of their browsers. Who may decide is looked at again when it's sent. */
export type ApprovalPushJob = Pick<ApprovalMailJob, 'workspaceId' | 'alertId' | 'revision' | 'why'> & {
  deviceId: string;
};

/** Asks a client approver by email to confirm. The link is made when the email is sent, so no job holds it. */
export type ApproverInvitationJob = { kind: 'invitation'; workspaceId: string; approverId: string };

/** The jobs the engine asks for, one or many. The queues themselves are not its business: they are handed in. */
export type EngineEnqueue = {
  (
    tx: Runs,
    queue: 'compose-alert' | 'deliver-alert',
    ...data: { workspaceId: string; alertId: string }[]
  ): Promise<void>;
  (tx: Runs, queue: 'approval-mail', ...data: (ApprovalMailJob | ApproverInvitationJob)[]): Promise<void>;
  (tx: Runs, queue: 'member-push', ...data: ApprovalPushJob[]): Promise<void>;
};

/** Tells open screens of a workspace that something changed: its alerts by default. Never inside a transaction. */
export type Announce = (
  workspaceId: string,
  topic?: 'alerts' | 'notifications' | 'feeds' | 'outside' | 'channels' | 'rules',
) => void;
