import { COMMENT, commentFormSchema, commentSchema, commentsSchema } from '#src/shared/comments.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Comment = component({
  name: 'Comment',
  schema: commentSchema,
  fields: {
    author: 'With their current name. `userId` is null for a former member.',
    parts: 'Plain text and mentioned members. Empty if withdrawn.',
    withdrawnAt: 'Null unless its author withdrew it.',
  },
});
const Comments = component({ name: 'Comments', schema: commentsSchema, holds: [Comment] });
const CommentForm = component({
  name: 'CommentForm',
  schema: commentFormSchema,
  fields: {
    text: `1 to ${COMMENT.textMax.toLocaleString('en-US')} characters of plain text. \`@{id}\` with a member’s id mentions them, ${COMMENT.mentionsMax} at most.`,
  },
});

const PARAMS = { id: 'The alert’s id.' };

export const COMMENTS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/alerts/{id}/comments',
    needs: 'alerts:read',
    summary: 'List comments on an alert',
    description:
      'Members’ comments on an alert, oldest first. Recipients and client approvers don’t see them.',
    params: PARAMS,
    answer: { status: 200, says: 'The comments.', schema: Comments },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  write: {
    method: 'post',
    path: '/alerts/{id}/comments',
    needs: 'self',
    tells: ['alerts', 'notifications'],
    summary: 'Comment on an alert',
    description: `Any member can comment. Mentioned members get a notification, and an email if they want it. Comments can’t be edited and are recorded in the ledger. Limits: ${COMMENT.perAlert} per alert, and ${COMMENT.perHour} per member and hour. API keys can’t comment.`,
    params: PARAMS,
    body: { schema: CommentForm, required: true },
    answer: { status: 201, says: 'The comment.', schema: Comment },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$ALERT_ID' }, body: { text: 'Is this the close of Friday?' } },
  },
  withdraw: {
    method: 'delete',
    path: '/alerts/{id}/comments/{comment}',
    needs: 'self',
    tells: ['alerts'],
    summary: 'Withdraw a comment',
    description:
      'Hides the text of your own comment. The list still shows that it was withdrawn, and the ledger keeps the text.',
    params: { ...PARAMS, comment: 'The comment’s id.' },
    answer: { status: 204, says: 'It’s withdrawn.' },
    errors: ['not_found', 'forbidden'],
    example: { params: { id: '$ALERT_ID', comment: '$COMMENT_ID' } },
  },
});
