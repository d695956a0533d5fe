import * as z from 'zod/mini';
import { ROLES } from './permissions.ts';

export const workspaceChoiceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(ROLES),
  members: z.int(),
});
export type WorkspaceChoice = z.infer<typeof workspaceChoiceSchema>;

/** /api/v1/workspaces: where the person belongs, the oldest membership first. */
export const workspacesSchema = z.object({ items: z.array(workspaceChoiceSchema), mayStart: z.boolean() });
