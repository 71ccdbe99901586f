#!/usr/bin/env node
import { runMockCommand } from '../../mock/mock-command.ts'

await runMockCommand('npx art-marketplace-mock')
