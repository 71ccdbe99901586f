#!/usr/bin/env node
import { runMockCommand } from '../../mock/mock-command.ts'
import { requireNode } from '../require-node.ts'

requireNode()
await runMockCommand('npx art-marketplace-mock')
