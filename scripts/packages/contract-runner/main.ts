#!/usr/bin/env node
import { runContractCommand } from '../../contract/contract-command.ts'
import { requireNode } from '../require-node.ts'

requireNode()
await runContractCommand('npx art-marketplace-contract-runner')
